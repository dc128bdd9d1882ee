import type { AdminProduct } from '#features/catalogue/products/admin/admin-product.ts'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import { OFFERS_PATH, offerTargetPath } from '#features/catalogue/offers/admin/offer-url.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

/** How offers affect the form's price, and where to create and end them. */
export function ProductOffers({ product: { id, offers, archived_at } }: { product: AdminProduct }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 span-all">
      {offers.map((offer) => (
        <p key={offer.id} className="basis-full">
          {offer.normal_price === null
            ? offerMessages.formPlanned(offer)
            : offerMessages.formRunning({ ...offer, normal_price: offer.normal_price })}
        </p>
      ))}
      {archived_at === null && (
        <ShopLink to={offerTargetPath({ ids: [id] })} className="link">
          {offerMessages.formLink}
        </ShopLink>
      )}
      {offers.length > 0 && (
        <ShopLink to={OFFERS_PATH} className="link">
          {offerMessages.formListLink}
        </ShopLink>
      )}
    </div>
  )
}
