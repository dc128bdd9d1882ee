/** All that works only with input, in one file: web/storefront/products/products-page.tsx loads it then. */
export { ListFacts } from './list-facts.tsx'
export { NothingFound } from './nothing-found.tsx'
export { ProductFilters } from './product-filters.tsx'
export { ProductSorting } from './product-sorting.tsx'
export { SearchSummary } from './search-summary.tsx'
