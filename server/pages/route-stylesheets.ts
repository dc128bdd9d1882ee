/**
 * Sheets that only a part of the shop needs, by the folder or file of its screens. They stand in the pages of that part; the
 * others fetch them once they have been painted, for the next page.
 */
export const ROUTE_STYLESHEETS: Readonly<Record<string, string>> = {
  'web/storefront/home/home-page': 'web/storefront/home/home.css',
  'web/storefront/product/product-page': 'web/storefront/product/product.css',
  'web/content/': 'web/content/layout/content-pages.css',
  'web/enquiries/': 'web/content/layout/content-pages.css',
  'web/account/orders/': 'web/account/orders/orders.css',
  'web/account/receipt/': 'web/account/orders/orders.css',
}

/** The sheet of a screen's part, or nothing where the shop's own is enough. */
export const routeStylesheetOf = (screenSource: string): string | undefined =>
  Object.entries(ROUTE_STYLESHEETS).find(([start]) => screenSource.startsWith(start))?.[1]
