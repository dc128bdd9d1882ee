/**
 * Sheets that only a part of the shop needs, by the folder or file of its screens. They stand in the pages of that part; the
 * others fetch them once they have been painted, for the next page.
 */
export const PART_SHEETS: Readonly<Record<string, string>> = {
  'web/storefront/home-page': 'web/storefront/home.css',
  'web/storefront/product-page': 'web/storefront/product.css',
  'web/content/': 'web/content/reading.css',
  'web/enquiries/': 'web/content/reading.css',
  'web/account/order': 'web/account/orders.css',
}

/** The sheet of a screen's part, or nothing where the shop's own is enough. */
export const partSheetOf = (screenSource: string): string | undefined =>
  Object.entries(PART_SHEETS).find(([start]) => screenSource.startsWith(start))?.[1]
