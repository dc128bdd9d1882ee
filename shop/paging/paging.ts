/** Anything except a whole number from 1 gives the first page. */
export const parsePageNumber = (value: string | null | undefined): number =>
  value && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1

/** Beyond every list, and distinctive, because cached 404 pages replace it with the requested number. */
export const PLACEHOLDER_PAGE_NUMBER = 9_604_283

export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** A page number out of range becomes 1. */
export const clampPage = (page: number, count: number): number =>
  Number.isSafeInteger(page) && page >= 1 && page <= count ? page : 1

/** A search reads one row more than it lists, to know whether there are more. */
export const listedCount = (found: number, isMore: boolean): number => (isMore ? found - 1 : found)

export const pageOffset = (page: number, pageSize: number): number => (page - 1) * pageSize
