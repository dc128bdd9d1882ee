import { searchWordMessages } from './search-word-messages.ts'
import type { addSearchWords, changeSearchWords } from './search-words.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Refusal } from '#shop/outcome.ts'
import type { SaveFields } from '#features/catalogue/catalogue-refusals.server.ts'
import { type RefusalOf, refusalAnswers, refuse } from '#kit/actions/refusal-table.server.ts'

const atWords = (message: string) => refuse(422, { errors: { words: message } })
const confirmWords = (message: string, wasAsked: boolean, status = 422) =>
  refuse(status, {
    message: messages.confirmWarningsToSave,
    toConfirm: { words: message, ...(wasAsked && { confirmed: messages.tickToSaveAnyway }) },
  })
export const searchWordsRefused = refusalAnswers<
  RefusalOf<typeof addSearchWords | typeof changeSearchWords>,
  Pick<SaveFields, 'toConfirm'>,
  { wasAsked: boolean }
>({
  confirm: (_refusal, { wasAsked }) => confirmWords(searchWordMessages.noProductHasThem, wasAsked),
  'deleted-meanwhile': (_refusal, { wasAsked }) =>
    confirmWords(searchWordMessages.deletedMeanwhile, wasAsked, 409),
  'changed-meanwhile': refuse(409, { message: searchWordMessages.editConflict }),
  'too-few-words': ({ min }) => atWords(searchWordMessages.enterWords(min)),
  'too-many-words': ({ max, count }) => atWords(searchWordMessages.tooManyWords(max, count)),
  'word-too-long': ({ word, max }) => atWords(searchWordMessages.wordTooLong(word, max)),
  'word-not-searchable': ({ word }) => atWords(searchWordMessages.wordNotSearchable(word)),
  'name-taken': ({ word }) => atWords(searchWordMessages.nameTaken(word)),
  'too-many-groups': ({ max }) => atWords(searchWordMessages.tooManyGroups(max)),
})
export const searchWordsDeletionRefused = refusalAnswers<Refusal<'changed-meanwhile'>>({
  'changed-meanwhile': refuse(409, { message: searchWordMessages.deleteConflict }),
})
