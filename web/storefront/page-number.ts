/** The page that an address asks for; whatever is not a whole number from 1 up counts as page 1. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}
