/** By path prefix of page sources. Inlined into pages of the group; other pages prefetch them after the first paint. */
export const ROUTE_STYLESHEETS: Readonly<Record<string, string>> = {
  'features/catalogue/home/home-page': 'features/catalogue/home/home.css',
  'features/catalogue/categories/categories-page': 'features/catalogue/categories/categories.css',
  'features/catalogue/product-list/products-page': 'features/catalogue/product-list/products.css',
  'features/catalogue/product-page/product-page': 'features/catalogue/product-page/product.css',
  'features/content/': 'features/content/layout/content-pages.css',
  'features/enquiries/': 'features/content/layout/content-pages.css',
  'features/accounts/': 'app/shop-rest.css',
  'features/customers/own-data/': 'app/shop-rest.css',
  'features/orders/own-orders/': 'app/shop-rest.css',
  'features/orders/receipt/': 'app/shop-rest.css',
  'features/stock/alerts/': 'app/shop-rest.css',
  'features/checkout/': 'app/shop-rest.css',
}

export const routeStylesheetOf = (pageSource: string): string | undefined =>
  Object.entries(ROUTE_STYLESHEETS).find(([prefix]) => pageSource.startsWith(prefix))?.[1]
