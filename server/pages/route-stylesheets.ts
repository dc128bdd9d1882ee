/** By path prefix of page sources. Inlined into pages of the group; other pages prefetch them after the first paint. */
export const ROUTE_STYLESHEETS: Readonly<Record<string, string>> = {
  'web/storefront/home/home-page': 'web/storefront/home/home.css',
  'web/storefront/categories/categories-page': 'web/storefront/categories/categories.css',
  'web/storefront/products/products-page': 'web/storefront/products/products.css',
  'web/storefront/product/product-page': 'web/storefront/product/product.css',
  'web/content/': 'web/content/layout/content-pages.css',
  'web/enquiries/': 'web/content/layout/content-pages.css',
  'web/account/': 'web/shop-rest.css',
  'web/checkout/': 'web/shop-rest.css',
}

export const routeStylesheetOf = (pageSource: string): string | undefined =>
  Object.entries(ROUTE_STYLESHEETS).find(([prefix]) => pageSource.startsWith(prefix))?.[1]
