/** A stored picture, with what a page needs to offer it in every width. */
export type Picture = {
  image_url: string
  width: number
  height: number
  widths: number[]
  /** A tiny data: URI to stand in its place until it has come; a list has none. */
  placeholder?: string | null
}

export type CategoryName = { id: string; slug: string; name: string }

export type CategoryTile = CategoryName & {
  description: string | null
  picture: Picture | null
  /** Products that shoppers can see. */
  productCount: number
}

/** A product as lists show it. */
export type ProductCard = {
  id: string
  slug: string
  name: string
  /** Pounds. */
  price: number
  /** As pages show it (shop/stock/displayed-stock.ts). */
  stock: number
  badge: string | null
  net_weight: string | null
  is_best_seller: boolean
  picture: Picture | null
  category_slug: string
  category_name: string
}

/** A product with what its kilogram or litre costs, worked out where it is read: no browser carries the rule for it. */
export type UnitPriced<Product> = Product & { /** Such as '£47.50 per kg'; null where the net weight cannot be read. */ unit_price: string | null }

/** A value that was never given is null. */
export type Nutrient = { value: number | null; unit: string; per: string }
/** Energy, protein, carbohydrates and fat are always there; the others stand beside them by their names. */
export type NutritionInfo = { energy: Nutrient; protein: Nutrient; carbohydrates: Nutrient; fat: Nutrient } & {
  [name: string]: Nutrient
}
export type Manufacturer = { name: string; address: string; city: string; country: string }

/** What the owner writes about a product; its slug is made from its name and its stock is changed elsewhere once it is there. */
export type NewProduct = {
  name: string
  category_id: string
  description: string | null
  /** Pounds. */
  price: number
  stock: number
  is_active: boolean
  is_featured: boolean
  is_best_seller: boolean
  badge: string | null
  image_url: string | null
  net_weight: string | null
  /** Left empty it becomes the shop's own. */
  brand: string | null
  ingredients: string | null
  allergy_advice: string | null
  lifestyle: string | null
  dietary_info: string | null
  storage_instructions: string | null
  nutrition_info: NutritionInfo
  /** Left out it becomes the shop's default. */
  manufacturer: Manufacturer | null
}

/** Every field. Times are ISO text. */
export type ProductDetail = Omit<NewProduct, 'brand' | 'manufacturer'> & {
  id: string
  slug: string
  brand: string
  manufacturer: Manufacturer
  created_at: string
  updated_at: string
  category: CategoryName
  picture: Picture | null
}

/** Without a place of its own a category comes after those that have one, by name. */
export type NewCategory = { name: string; description: string | null; image_url: string | null; position?: number | null }
