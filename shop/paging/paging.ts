/** The page that an address asks for; anything but a plain whole number from 1 asks for the first. */
export const parsePageNumber = (value: string | null | undefined): number =>
  value && /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1

/** No list is so long. Kept pages have another number put in its place, so it is one that stands in no phone number of a person's choice. */
export const PLACEHOLDER_PAGE_NUMBER = 9_604_283

/** Pages of a list; an empty list has one. */
export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** A page that the list does not have is answered with the first. */
export const clampPage = (page: number, count: number): number =>
  Number.isSafeInteger(page) && page >= 1 && page <= count ? page : 1

/** A search stops at the first row past those that it lists: that one is not shown, and says only that there are more. */
export const listedCount = (found: number, isMore: boolean): number => (isMore ? found - 1 : found)

/** How many rows stand before a page. */
export const pageOffset = (page: number, pageSize: number): number => (page - 1) * pageSize
