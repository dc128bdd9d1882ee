/** One page of a list, as every list of the shop answers it. */
export type Paging = { page: number; pageCount: number; total: number }

/** The page that the address asks for; whatever is no page number is page 1. */
export function pageFrom(value: string | null | undefined): number {
  const page = Number(value)
  return /^\d{1,6}$/.test(value ?? '') && page >= 1 ? page : 1
}

export const pageCountOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** Where a list stands: a page beyond its end is answered with page 1, so that nobody meets an empty shelf. */
export function pagingOf(total: number, asked: number, pageSize: number): Paging {
  const pageCount = pageCountOf(total, pageSize)
  return { page: asked > pageCount ? 1 : asked, pageCount, total }
}
