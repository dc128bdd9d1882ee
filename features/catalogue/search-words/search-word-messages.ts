import { formatCount } from '#shop/text/format-count.ts'
import type { SearchWordLimits } from './search-group.ts'

export const searchWordMessages = {
  what: 'Words that shoppers use for what you sell. Whoever searches for one word of a group finds the products of all its words.',
  missesKept: (days: number) =>
    `Counted by day for ${days} days: no name, no address, no account and no time of day is kept with them.`,
  noMisses: (days: number) => `No search without a result in the last ${days} days.`,
  noGroups:
    'Add the first words, like ‘maggi, instant noodles, noodles’, and a search for one of them finds the others.',
  lookUpHint: 'See the groups that hold a word: those built in, which cannot be changed, and yours.',
  notHeld: (word: string) => `No group holds ‘${word}’ yet.`,
  moreFound: 'More groups hold it than are shown. Type more of it.',
  hint: ({ min_words, max_words, max_word_length, max_groups }: SearchWordLimits) =>
    `Words for one thing, separated by commas or lines, like ‘maggi, instant noodles, noodles’. The first names the group. ${min_words} to ${max_words} words of at most ${max_word_length} characters; at most ${formatCount(max_groups)} groups.`,
  enterWords: (min: number) => `Enter at least ${min} different words, separated by commas`,
  tooManyWords: (max: number, count: number) =>
    `These are ${formatCount(count)} words. A group has at most ${max}: take some out, or make two groups.`,
  wordTooLong: (word: string, max: number) =>
    `‘${word.length > 40 ? `${word.slice(0, 40)}…` : word}’ is longer than ${max} characters. Separate words with commas.`,
  wordNotSearchable: (word: string) =>
    `‘${word}’ cannot be searched for. A word has letters or digits, and at most six parts.`,
  tooManyGroups: (max: number) =>
    `There are ${formatCount(max)} groups, which is the most. Delete one, or add the words to one that you have.`,
  nameTaken: (word: string) =>
    `Another of your groups begins with ‘${word}’. Add the words to that group, or begin with another word.`,
  noProductHasThem: 'None of these words is in a product’s name or ingredients yet',
  deletedMeanwhile:
    'Somebody has deleted this group while you had it open. Your words are still here: saved, they make a new group.',
  editConflict:
    'Nothing has been saved yet: these words were changed while you had them open. Check them, then save again.',
  deleteConflict:
    'Nothing has been deleted: these words were changed while you had them open. Check them, then delete again.',
  deleteEffect:
    'From the next search on, these words find no more than what products have in their own texts and what is built in.',
  notFound: 'These words do not exist, or somebody has deleted them.',
  notRead: 'The words could not be read. Try again in a moment.',
  foundByNow: 'Finds products by now',
} as const

const NOTICES: Readonly<Record<string, string>> = {
  'words-added': 'The words are added. The next search knows them.',
  'words-saved': 'The words are saved. The next search knows them.',
  'words-deleted': 'The words are deleted.',
}
export const searchWordNotice = (code: string | null): string | null =>
  code && Object.hasOwn(NOTICES, code) ? NOTICES[code]! : null
