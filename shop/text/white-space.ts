/** Unicode White_Space, controls, and four zero-width characters, as in platform/database/sql/trim_white_space.sql. */
const WHITE_SPACE_CHARACTERS = String.raw`\0-\x20\x7f-\xa0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff`
const SINGLE_WHITE_SPACE = new RegExp(`^[${WHITE_SPACE_CHARACTERS}]$`)
const WHITE_SPACE_RUN = new RegExp(`[${WHITE_SPACE_CHARACTERS}]+`, 'g')

/** Works in steps, because one pattern would rescan inner runs of spaces from each character. */
export function trimWhiteSpace(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && SINGLE_WHITE_SPACE.test(text[from]!)) from += 1
  while (to > from && SINGLE_WHITE_SPACE.test(text[to - 1]!)) to -= 1
  return text.slice(from, to)
}

/** Replaces each run of white space by one space. */
export const collapseWhiteSpace = (text: string): string => trimWhiteSpace(text.replace(WHITE_SPACE_RUN, ' '))

export const isBlank = (text: string): boolean => trimWhiteSpace(text) === ''
