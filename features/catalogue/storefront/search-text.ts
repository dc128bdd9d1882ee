/** In characters; longer texts are cut off. */
export const MAX_SEARCH_LENGTH = 100
const HALF_CHARACTER_AT_END = /[\ud800-\udbff]$/

/** The typed text on one line; null if it is empty. */
export const parseSearchText = (text: string | null | undefined): string | null =>
  text
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .replace(HALF_CHARACTER_AT_END, '')
    .trimEnd() || null
