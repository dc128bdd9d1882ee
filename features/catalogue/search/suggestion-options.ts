import type { SearchSuggestions } from '#features/catalogue/storefront/search-suggestions.ts'

export type SuggestionOption =
  | { kind: 'history' | 'search'; search: string; to: string }
  | { kind: 'product'; product: SearchSuggestions['products'][number]; to: string }
  | { kind: 'category'; name: string; to: string }

const MAX_HISTORY_WHILE_TYPING = 2

/** In list order; the search for the text itself comes last. */
export function createSuggestionOptions({
  text,
  suggestions,
  history,
}: {
  text: string
  suggestions: SearchSuggestions | null
  history: readonly string[]
}): SuggestionOption[] {
  const lower = text.toLowerCase()
  const earlier = text
    ? history
        .filter((search) => search.toLowerCase() !== lower && search.toLowerCase().startsWith(lower))
        .slice(0, MAX_HISTORY_WHILE_TYPING)
    : history
  return [
    ...earlier.map((search) => ({ kind: 'history' as const, search, to: searchPath(search) })),
    ...(suggestions?.products ?? []).map((product) => ({
      kind: 'product' as const,
      product,
      to: `/products/${product.slug}`,
    })),
    ...(suggestions?.categories ?? []).map(({ slug, name }) => ({
      kind: 'category' as const,
      name,
      to: `/products?category=${slug}`,
    })),
    ...(text ? [{ kind: 'search' as const, search: text, to: searchPath(text) }] : []),
  ]
}

const searchPath = (search: string) => `/products?${new URLSearchParams({ q: search }).toString()}`
