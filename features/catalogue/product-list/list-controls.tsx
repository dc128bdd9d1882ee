/** Controls that need input, in one file that features/catalogue/product-list/products-page.tsx loads with the first input. */
export { ListFacts } from './list-facts.tsx'
export { NothingFound } from './nothing-found.tsx'
export { ProductFilters } from './product-filters.tsx'
export { ProductSorting } from './product-sorting.tsx'
export { SearchSummary } from './search-summary.tsx'
