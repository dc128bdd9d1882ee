import type { AllergenKey } from '#features/catalogue/labels/allergen-statements.ts'
import type { SuitabilityKey } from '#features/catalogue/labels/suitability.ts'
import type { CategoryTile, ProductCard, UnitPriced } from '#features/catalogue/products/product.ts'
import type { ProductSort } from '#shop/constants.ts'

/** A list of products, as requested by its address. */
export type ProductQuery = {
  /** The typed search; null if there is none. */
  search: string | null
  category: string | null
  bestSellersOnly: boolean
  freeFrom: readonly AllergenKey[]
  /** Keys of `free-from` that are not allergens: the list is empty, because nothing is known to be free from them. */
  unknownFreeFrom: readonly string[]
  suitableFor: readonly SuitabilityKey[]
  inStockOnly: boolean
  /** In pounds. */
  minPrice: number | null
  maxPrice: number | null
  /** `best-match` without a search means Featured. */
  sort: ProductSort
  page: number
}

export const WITHOUT_FILTERS = {
  freeFrom: [],
  unknownFreeFrom: [],
  suitableFor: [],
  inStockOnly: false,
  minPrice: null,
  maxPrice: null,
} as const satisfies Partial<ProductQuery>

/** How many products each choice would leave, in addition to the current choices. */
export type FilterCounts = {
  freeFrom: Record<AllergenKey, number>
  suitableFor: Record<SuitabilityKey, number>
  inStock: number
  /** By slug, as if no category were chosen. */
  categories: Record<string, number>
}

/** Products hidden by `freeFrom`, each counted once, by its worst statement. */
export type HiddenByAllergens = { contains: number; mayContain: number; notKnown: number }

/**
 * Null if the search is a name, category or claim of the products; otherwise it is only an ingredient, part
 * of a name ('chilli oil'), the start of one ('gin'), or a dish made with them.
 */
export type FoundBy = 'ingredient' | 'related' | 'beginning' | 'dish' | null

export type ProductPage = {
  products: UnitPriced<ProductCard>[]
  /** A page number out of range becomes 1. */
  page: number
  pageCount: number
  total: number
  categories: CategoryTile[]
  category: CategoryTile | null
  counts: FilterCounts
  /** Null without `freeFrom`. */
  hidden: HiddenByAllergens | null
  /** How many there are without `freeFrom` and `suitableFor`, the filters that depend on labels. */
  totalOfAnyLabel: number
  /** The search with its typing errors corrected, if only that found something. */
  correctedSearch: string | null
  foundBy: FoundBy
  /** For a search without results: products with all its words in name and description. */
  described: UnitPriced<ProductCard>[]
  /** For a search without results: similar products. */
  nearest: UnitPriced<ProductCard>[]
}
