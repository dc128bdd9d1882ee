import { MAX_LOOK_UP_LENGTH, parseSearchGroupId } from '#shop/catalogue/search-words/search-group.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'

export const SEARCH_WORDS_PATH = '/admin/search'

/** In the URL, so that it works without JavaScript and survives a reload. `words` are filled in. */
export type SearchWordsDialog = { kind: 'add'; words: string } | { kind: 'edit' | 'delete'; id: number }
/** `lookUp`: the word whose groups are shown; `page`: of the searches without a result. */
export type SearchWordsView = { lookUp: string; page: number }

export const readSearchWordsView = (params: URLSearchParams): SearchWordsView => ({
  lookUp: (params.get('word') ?? '').trim().slice(0, MAX_LOOK_UP_LENGTH),
  page: parsePageNumber(params.get('page')),
})

export function readSearchWordsDialog(params: URLSearchParams): SearchWordsDialog | null {
  const added = params.get('add')
  if (added !== null) return { kind: 'add', words: added.slice(0, MAX_LOOK_UP_LENGTH) }
  for (const kind of ['edit', 'delete'] as const) {
    const text = params.get(kind)
    // 0 is the ID of no group, and the page says so.
    if (text !== null) return { kind, id: parseSearchGroupId(text) ?? 0 }
  }
  return null
}

export function searchWordsPath(
  { lookUp, page }: Partial<SearchWordsView> = {},
  dialog?: SearchWordsDialog | null,
  notice?: string,
): string {
  const params = new URLSearchParams()
  if (lookUp) params.set('word', lookUp)
  if (page && page > 1) params.set('page', String(page))
  if (dialog?.kind === 'add') params.set('add', dialog.words)
  else if (dialog) params.set(dialog.kind, String(dialog.id))
  if (notice) params.set('notice', notice)
  const query = params.toString()
  return query ? `${SEARCH_WORDS_PATH}?${query}` : SEARCH_WORDS_PATH
}

/** The shop's own search, in another area. */
export const shopSearchPath = (search: string): string => `/products?${new URLSearchParams({ q: search })}`
