import { DEFAULT_PRODUCT_SORT, PRODUCT_SORTS, type ProductSort } from '#shop/constants.ts'

export const PRODUCT_SORT_LABELS = {
  featured: 'Featured',
  'price-low-to-high': 'Price: Low to High',
  'price-high-to-low': 'Price: High to Low',
  newest: 'Newest',
} as const satisfies Record<ProductSort, string>

export const parseProductSort = (value: string | null | undefined): ProductSort =>
  PRODUCT_SORTS.find((sort) => sort === value) ?? DEFAULT_PRODUCT_SORT
