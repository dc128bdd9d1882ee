import {
  priceTargetFields,
  type PriceTarget,
} from '#features/catalogue/price-changes/admin/price-change-url.ts'
import type { ProductListView } from '#features/catalogue/products/list/admin/product-list-url.ts'

export const OFFERS_PATH = '/admin/products/offers'

export const offersPath = (notice: 'made' | 'ended' | 'withdrawn'): string =>
  `${OFFERS_PATH}?${new URLSearchParams({ notice: `offer-${notice}` })}`

/** The hash focuses the next field to fill in. */
export const offerTargetPath = (target: PriceTarget): string =>
  `${OFFERS_PATH}?${new URLSearchParams(priceTargetFields(target))}#amount`

export const listedOfferPath = ({ search, category, show }: ProductListView): string =>
  offerTargetPath({ matching: { search, category_id: category, show } })
