import type { PriceProblem, PriceRule } from './price-rule.ts'
import { priceAfter } from './price-rule.ts'
import { fromPence, toPence } from '#shop/money/money.ts'

export type PricedProduct = {
  id: string
  name: string
  net_weight: string | null
  price: number
  version: number
  /** Null unless an offer is running. */
  offer_ends_at: string | null
}

export type PreviewLine = PricedProduct & ({ newPrice: number } | { problem: PriceProblem | 'on-offer' })

export const previewPrices = (products: readonly PricedProduct[], rule: PriceRule): PreviewLine[] =>
  products.map((product) => {
    if (product.offer_ends_at !== null) return { ...product, problem: 'on-offer' }
    const after = priceAfter(toPence(product.price), rule)
    return 'problem' in after
      ? { ...product, problem: after.problem }
      : { ...product, newPrice: fromPence(after.pence) }
  })

/** What the preview showed for a product. */
export type SeenPrice = { productId: string; version: number; pence: number }

export const formatSeenPrice = ({
  id,
  version,
  price,
}: Pick<PricedProduct, 'id' | 'version' | 'price'>): string => `${id}:${version}:${toPence(price)}`

/** Null for anything that {@link formatSeenPrice} does not write. */
export function parseSeenPrice(line: string): SeenPrice | null {
  const [, productId, version, pence] =
    /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,9}):(\d{1,8})$/.exec(line) ?? []
  return productId ? { productId, version: Number(version), pence: Number(pence) } : null
}

export type PriceChangeSummary = {
  id: string
  rule: PriceRule
  products: number
  made_at: string
  made_by: string | null
  undone_at: string | null
}

export type PriceChange = PriceChangeSummary & {
  undone_by: string | null
  undo_until: string
  can_undo: boolean
  lines: {
    product_id: string
    name: string
    old_price: number
    new_price: number
    price: number
    is_undone: boolean
  }[]
}
