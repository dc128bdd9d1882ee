import type { AllergenBits } from '#features/catalogue/labels/allergen-bits.ts'
import type { AllergenStatements } from '#features/catalogue/labels/allergen-statements.ts'
import type { VatRate } from '#features/catalogue/product-form/vat-rates.ts'
import type { PictureColumns, PictureReference } from './product-pictures.ts'
import type { ProductText } from '#features/catalogue/product-form/product-texts.ts'
import type { Manufacturer } from '#shop/identity/shop-identity.ts'

export type Picture = {
  image_url: string
  width: number
  height: number
  widths: number[]
  /** A tiny data: URI shown until the picture has loaded; absent in lists. */
  placeholder?: string | null
}

export type DescribedPicture = Picture & PictureReference

export type CategoryName = { id: string; slug: string; name: string }

export type CategoryTile = CategoryName & {
  description: string | null
  picture: Picture | null
  productCount: number
}

export type ProductCard = {
  id: string
  slug: string
  name: string
  price: number
  /** The displayed stock in units (features/stock/displayed-stock.ts). */
  stock: number
  badge: string | null
  net_weight: string | null
  is_best_seller: boolean
  allergens: AllergenBits
  picture: Picture | null
} & OfferColumns

/** Null unless an offer is running, whose price is in `price`. */
export type OfferColumns = {
  offer_ends_at: string | null
  /** The former price that may be called "Was" (ADR-69). */
  reference_price: number | null
}

/** What pages say about it: 'Was £5.00', 'Offer until 3 December'. */
export type ShownOffer = { was: number | null; until: string; validUntil: string }

/** Calculated on the server, so that browsers need no code for it. */
export type UnitPriced<Product> = Omit<Product, keyof OfferColumns> & {
  /** For example '£47.50 per kg'; null if the net weight cannot be read. */ unit_price: string | null
  offer: ShownOffer | null
}

export type Nutrient = { value: number | null; unit: string; per: string }
export type NutritionInfo = {
  energy: Nutrient
  protein: Nutrient
  carbohydrates: Nutrient
  fat: Nutrient
} & { [name: string]: Nutrient }

/** Editable fields; the slug comes from the name, and later stock changes go through the ledger. */
export type NewProduct = {
  name: string
  category_id: string
  /** The shop's own code; unique regardless of case. */
  sku: string | null
  /** EAN, UPC or GTIN; unique. */
  barcode: string | null
  price: number
  stock: number
  is_active: boolean
  is_featured: boolean
  is_best_seller: boolean
  image_url: string | null
  nutrition_info: NutritionInfo
  manufacturer: Manufacturer | null
  /** In per cent, included in the price; null: not set. */
  vat_rate: VatRate | null
  /** Missing statements are read from the texts, or stay unchanged (completeAllergens). */
  allergens: Partial<AllergenStatements>
} & Partial<Omit<PictureColumns, 'image_url'>> &
  Record<ProductText, string | null>

/** Times are ISO strings. */
export type ProductDetail = Omit<
  NewProduct,
  'brand' | 'manufacturer' | 'allergens' | 'vat_rate' | 'more_pictures'
> & {
  id: string
  slug: string
  brand: string
  manufacturer: Manufacturer
  allergens: AllergenStatements
  created_at: string
  updated_at: string
  category: CategoryName
  picture: Picture | null
  image_alt: string | null
  /** Excludes pictures whose files are missing. */
  more_pictures: DescribedPicture[]
} & OfferColumns

export type NewCategory = {
  name: string
  description: string | null
  image_url: string | null
  position?: number | null
  /** True if it has products on sale and is among the first categories. */
  is_on_home_page?: boolean
}
