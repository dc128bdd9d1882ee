import { ALLERGEN_NAMES } from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_LABELS } from '#features/catalogue/labels/suitability.ts'
import { formatPounds } from '#shop/money/money.ts'
import { productListPath, type ProductListQuery } from './product-list-query.ts'

type ListChoice = { label: string; pathWithout: string }

/** The active filters, each with the address of the list without it. */
export function listChoices(listQuery: ProductListQuery, categoryName: string | undefined): ListChoice[] {
  const { freeFrom, unknownFreeFrom, suitableFor, minPrice, maxPrice } = listQuery
  const choice = (label: string, without: Partial<ProductListQuery>) => ({
    label,
    pathWithout: productListPath({ ...listQuery, ...without, page: 1 }),
  })
  return [
    ...(categoryName ? [choice(categoryName, { category: null })] : []),
    ...(listQuery.bestSellersOnly ? [choice('Best sellers', { bestSellersOnly: false })] : []),
    ...freeFrom.map((key) =>
      choice(`Free from ${ALLERGEN_NAMES[key]}`, { freeFrom: freeFrom.filter((each) => each !== key) }),
    ),
    ...unknownFreeFrom.map((key) =>
      choice(`Free from ${key}`, { unknownFreeFrom: unknownFreeFrom.filter((each) => each !== key) }),
    ),
    ...suitableFor.map((key) =>
      choice(SUITABILITY_LABELS[key], { suitableFor: suitableFor.filter((each) => each !== key) }),
    ),
    ...(listQuery.inStockOnly ? [choice('In stock', { inStockOnly: false })] : []),
    ...(minPrice !== null || maxPrice !== null
      ? [choice(priceLabel(minPrice, maxPrice), { minPrice: null, maxPrice: null })]
      : []),
  ]
}

function priceLabel(min: number | null, max: number | null): string {
  if (min === null) return `Up to ${formatPounds(max ?? 0)}`
  return max === null ? `From ${formatPounds(min)}` : `${formatPounds(min)} to ${formatPounds(max)}`
}
