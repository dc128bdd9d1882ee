import type { OpenOffer } from '#features/catalogue/offers/offer.ts'
import type { PictureColumns } from '#features/catalogue/products/product-pictures.ts'
import type {
  CategoryName,
  NewProduct,
  Picture,
  ProductDetail,
} from '#features/catalogue/products/product.ts'

export const ADMIN_PRODUCT_SORTS = [
  'name',
  'name-down',
  'price',
  'price-down',
  'stock',
  'stock-down',
  'newest',
] as const
export type AdminProductSort = (typeof ADMIN_PRODUCT_SORTS)[number]

export const PRODUCT_LIST_FILTERS = ['on', 'off', 'low', 'archived'] as const
type ProductListFilter = (typeof PRODUCT_LIST_FILTERS)[number]

export type AdminProductQuery = {
  search: string
  category_id: string | null
  show: ProductListFilter | null
  /** 'best-match': what was scanned or is in the name first, then the order of the shop's search. */
  sort: AdminProductSort | 'best-match'
  page: number
}

export type AdminProductRow = {
  id: string
  slug: string
  name: string
  sku: string | null
  barcode: string | null
  category_name: string
  price: number
  offer_ends_at: string | null
  stock: number
  /** Less than `stock` if batches are recalled or past their best-before. */
  sellable_stock: number
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
  /** At most 1,000 for a search. */
  total: number
  isMore: boolean
  /** The similar search whose products are listed, because the search itself matched none. */
  near: string | null
}

export type AdminProduct = Omit<ProductDetail, keyof PictureColumns> &
  PictureColumns &
  Pick<NewProduct, 'vat_rate'> & {
    version: number
    archived_at: string | null
    /** Running or planned, by start. */
    offers: OpenOffer[]
  }

export type AdminCategory = CategoryName & {
  description: string | null
  image_url: string | null
  is_on_home_page: boolean
  picture: Picture | null
  version: number
  updated_at: string
  on_sale: number
}

export type FieldChange = { field: string; was: unknown; is: unknown; by: string | null; at: string }
