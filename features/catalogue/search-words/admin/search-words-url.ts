import { MAX_LOOK_UP_LENGTH, parseSearchGroupId } from '#features/catalogue/search-words/search-group.ts'
import { listUrl, pageNumber, textUpTo } from '#kit/admin/list/list-url.ts'

/** Part of the URL, so that it works without JavaScript and survives a reload. `words` fill the form. */
export type SearchWordsDialog = { kind: 'add'; words: string } | { kind: 'edit' | 'delete'; id: number }

/** The word whose groups are shown, and the page of searches without a result. */
export const searchWordsUrl = listUrl(
  '/admin/search',
  { word: textUpTo(MAX_LOOK_UP_LENGTH) },
  { page: pageNumber },
)
export type SearchWordsView = ReturnType<typeof searchWordsUrl.read>

export function readSearchWordsDialog(params: URLSearchParams): SearchWordsDialog | null {
  const added = params.get('add')
  if (added !== null) return { kind: 'add', words: added.slice(0, MAX_LOOK_UP_LENGTH) }
  for (const kind of ['edit', 'delete'] as const) {
    const text = params.get(kind)
    // No group has the ID 0, and the page says so.
    if (text !== null) return { kind, id: parseSearchGroupId(text) ?? 0 }
  }
  return null
}

export const searchWordsPath = (
  view: Partial<SearchWordsView> = {},
  dialog?: SearchWordsDialog | null,
  notice?: string,
): string =>
  searchWordsUrl.path(view, {
    ...(dialog && { [dialog.kind]: dialog.kind === 'add' ? dialog.words : String(dialog.id) }),
    notice,
  })

/** The shop's own search, in another area. */
export const shopSearchPath = (search: string): string => `/products?${new URLSearchParams({ q: search })}`
