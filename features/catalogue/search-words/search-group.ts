export const SEARCH_MISSES_PAGE_SIZE = 50
/** The same as in features/catalogue/search-words/sql/find_search_words.sql. */
export const MAX_LOOK_UP_LENGTH = 200

/** `words` is one text, as in the form: separated by commas, the group's name first. */
export type OwnSearchGroup = { id: number; version: number; words: string; updated_at: string }
export type FoundSearchGroup = { id: number; is_own: boolean; words: string; narrower: string[] }
/** `is_found` if one of the owner's groups has it and it finds something now. */
export type SearchMiss = { search: string; count: number; is_found: boolean }
/** Returned by features/catalogue/search-words/sql/search_word_limits.sql. */
export type SearchWordLimits = {
  min_words: number
  max_words: number
  max_word_length: number
  max_groups: number
  kept_days: number
}

export type SearchWords = {
  misses: SearchMiss[]
  /** The number of groups on all pages. */
  total: number
  page: number
  groups: OwnSearchGroup[]
  /** The groups that contain the word that was looked up. */
  found_groups: FoundSearchGroup[]
  is_more_found: boolean
  limits: SearchWordLimits
}

/** Splits typed words at commas, semicolons and lines. */
export const splitSearchWords = (text: string): string[] =>
  text.split(/[,;\n\r]+/).filter((word) => word.trim() !== '')

/** A value that PostgreSQL accepts as an integer; null for any other text. */
export const parseSearchGroupId = (text: string | null | undefined): number | null =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** The audit log identifies its subjects by UUID, as in features/catalogue/search-words/sql/search_word_limits.sql. */
export const searchGroupSubjectId = (id: number): string =>
  id
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The reverse of {@link searchGroupSubjectId}. */
export const searchGroupId = (subjectId: string): number => Number.parseInt(subjectId.slice(-12), 16)
