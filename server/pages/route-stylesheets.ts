/**
 * Stylesheets of route groups, by path prefix of their sources. They are inline in pages of the group; other pages prefetch
 * them after the first paint.
 */
export const ROUTE_STYLESHEETS: Readonly<Record<string, string>> = {
  'web/storefront/home/home-page': 'web/storefront/home/home.css',
  'web/storefront/product/product-page': 'web/storefront/product/product.css',
  'web/content/': 'web/content/layout/content-pages.css',
  'web/enquiries/': 'web/content/layout/content-pages.css',
  'web/account/orders/': 'web/account/orders/orders.css',
  'web/account/receipt/': 'web/account/orders/orders.css',
}

/** The stylesheet of the route group of a page source, or undefined. */
export const routeStylesheetOf = (pageSource: string): string | undefined =>
  Object.entries(ROUTE_STYLESHEETS).find(([prefix]) => pageSource.startsWith(prefix))?.[1]
