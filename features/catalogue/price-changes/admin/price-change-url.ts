import type { AdminProductQuery } from '#features/catalogue/products/admin/admin-product.ts'
import {
  productListUrl,
  type ProductListView,
} from '#features/catalogue/products/list/admin/product-list-url.ts'

export const PRICE_CHANGES_PATH = '/admin/products/prices'

/** Products by ID, or all that match a filter of the product list. */
export type PriceTarget =
  | { ids: string[] }
  | { matching: Pick<AdminProductQuery, 'search' | 'category_id' | 'show'> }

export const priceChangePath = (id: string, notice?: 'changed' | 'undone'): string =>
  `${PRICE_CHANGES_PATH}?${new URLSearchParams({ change: id, ...(notice && { notice: `prices-${notice}` }) })}`

/** The hash focuses the next field to fill in. */
export const priceTargetPath = (target: PriceTarget): string =>
  `${PRICE_CHANGES_PATH}?${new URLSearchParams(priceTargetFields(target))}#amount`

export const listedPricesPath = ({ search, category, show }: ProductListView): string =>
  priceTargetPath({ matching: { search, category_id: category, show } })

/** The hidden fields of the form, and the parameters of the URL. */
export function priceTargetFields(target: PriceTarget): [name: string, value: string][] {
  if ('ids' in target) return target.ids.map((id) => ['product', id])
  const { search, category_id, show } = target.matching
  const fields: [string, string][] = [['listed', 'all']]
  if (search) fields.push(['search', search])
  if (category_id) fields.push(['category', category_id])
  if (show) fields.push(['show', show])
  return fields
}

export function readPriceTarget(params: URLSearchParams): PriceTarget | null {
  if (params.has('product')) return { ids: [...new Set(params.getAll('product'))] }
  if (!params.has('listed')) return null
  const { search, category, show } = productListUrl.read(params)
  return { matching: { search, category_id: category, show } }
}
