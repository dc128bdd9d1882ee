import type { CategoryName, Picture, ProductDetail } from '#shop/catalogue/products/product.ts'

/** The orders of the back-office's product table; each column turns round. */
export const ADMIN_PRODUCT_SORTS = ['name', 'name-down', 'price', 'price-down', 'stock', 'stock-down', 'newest'] as const
export type AdminProductSort = (typeof ADMIN_PRODUCT_SORTS)[number]

/** What the table can be narrowed to: on sale, switched off, low in stock. */
export const PRODUCT_LIST_FILTERS = ['on', 'off', 'low'] as const
export type ProductListFilter = (typeof PRODUCT_LIST_FILTERS)[number]

export type AdminProductQuery = {
  search: string
  /** Id of a category, or null for all of them. */
  category_id: string | null
  show: ProductListFilter | null
  sort: AdminProductSort
  page: number
}

/** A product as the back-office's table shows it. */
export type AdminProductRow = {
  id: string
  slug: string
  name: string
  category_name: string
  /** Pounds. */
  price: number
  stock: number
  /** Stock below 10. */
  is_low_stock: boolean
  is_active: boolean
  badge: string | null
  net_weight: string | null
  picture: Picture | null
}

export type AdminProductPage = {
  products: AdminProductRow[]
  page: number
  pageCount: number
  /** All that the filters leave; of a search the first 1,000. */
  total: number
  /** A search found so many that it stopped: there are more than `total`. */
  isMore: boolean
  /** The search found nothing, and these are found by this text instead, a slip away from it; null otherwise. */
  near: string | null
}

/** Every field, with the number of the change that it stands at. */
export type AdminProduct = ProductDetail & { version: number; image_url: string | null }

export type AdminCategory = CategoryName & {
  description: string | null
  image_url: string | null
  picture: Picture | null
  version: number
  updated_at: string
  /** Products that shoppers can see. */
  on_sale: number
}

/** One field that somebody changed: what it was, what it is, by whom and when (ISO). */
export type FieldChange = { field: string; was: unknown; is: unknown; by: string | null; at: string }
