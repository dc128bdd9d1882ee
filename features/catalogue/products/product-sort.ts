import { DEFAULT_PRODUCT_SORT, PRODUCT_SORTS, type ProductSort } from '#shop/constants.ts'

const PRODUCT_SORT_LABELS = {
  'best-match': 'Best match',
  featured: 'Featured',
  'price-low-to-high': 'Price: Low to High',
  'price-high-to-low': 'Price: High to Low',
  newest: 'Newest',
  'unit-price': 'Unit price: Low to High',
} as const satisfies Record<ProductSort, string>

export const defaultProductSort = (search: string | null | undefined): ProductSort =>
  search ? 'best-match' : DEFAULT_PRODUCT_SORT

/** `best-match` requires a search. */
const productSorts = (search: string | null | undefined) =>
  PRODUCT_SORTS.filter((sort) => search || sort !== 'best-match')

export const parseProductSort = (
  value: string | null | undefined,
  search: string | null = null,
): ProductSort => productSorts(search).find((sort) => sort === value) ?? defaultProductSort(search)

export const productSortOptions = (search: string | null) =>
  productSorts(search).map((value) => ({ value, label: PRODUCT_SORT_LABELS[value] }))
