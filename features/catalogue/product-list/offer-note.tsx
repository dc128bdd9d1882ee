import type { ShownOffer } from '#features/catalogue/products/product.ts'
import { Price } from '#kit/display/price.tsx'

export function OfferNote({ offer }: { offer: ShownOffer | null }) {
  return (
    offer && (
      <span className="offer-note">
        {offer.was !== null && (
          <span>
            Was <Price pounds={offer.was} />
          </span>
        )}{' '}
        <strong>{`Offer until ${offer.until}`}</strong>
      </span>
    )
  )
}
