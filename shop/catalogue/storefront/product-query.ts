import type { AllergenKey } from '#shop/catalogue/labels/allergen-statements.ts'
import type { SuitabilityKey } from '#shop/catalogue/labels/suitability.ts'
import type { CategoryTile, ProductCard, UnitPriced } from '#shop/catalogue/products/product.ts'
import type { ProductSort } from '#shop/constants.ts'

/** A list of products as its address asks for it. */
export type ProductQuery = {
  /** What was typed; null without a search. */
  search: string | null
  category: string | null
  bestSellersOnly: boolean
  freeFrom: readonly AllergenKey[]
  /** Keys of `free-from` that name no allergen: the list is empty, because nothing is known to be free of them. */
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

/** How many products each choice would leave, added to the choices already made. */
export type FilterCounts = {
  freeFrom: Record<AllergenKey, number>
  suitableFor: Record<SuitabilityKey, number>
  inStock: number
  /** By slug; the category already chosen is not applied. */
  categories: Record<string, number>
}

/** Products hidden by `freeFrom`, each counted once, by its worst statement. */
export type HiddenByAllergens = { contains: number; mayContain: number; notKnown: number }

/**
 * What is searched is a name, category or claim of what is found (null), only an ingredient, only in part a name ('chilli oil'),
 * only the beginning of one ('gin'), or a dish that is made of what is found or served with it.
 */
export type FoundBy = 'ingredient' | 'related' | 'beginning' | 'dish' | null

export type ProductPage = {
  products: UnitPriced<ProductCard>[]
  /** A page out of range becomes the first. */
  page: number
  pageCount: number
  total: number
  categories: CategoryTile[]
  category: CategoryTile | null
  counts: FilterCounts
  /** Null without `freeFrom`. */
  hidden: HiddenByAllergens | null
  /** How many there are without `freeFrom` and `suitableFor`, which labels answer. */
  totalOfAnyLabel: number
  /** The search with its typing errors corrected, if only that found something. */
  correctedSearch: string | null
  foundBy: FoundBy
  /** If a search found nothing: the products that have all its words in name and description. */
  described: UnitPriced<ProductCard>[]
  /** Other products that are close to a search that found nothing. */
  nearest: UnitPriced<ProductCard>[]
}
