import { useNavigation } from 'react-router'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import type { Offer } from '#features/catalogue/offers/offer.ts'
import { GuardedButton, useHasJustChanged } from '#kit/admin/screen/guarded-button.tsx'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

export function OfferLists({ offers }: { offers: readonly Offer[] }) {
  const isOpen = ({ ended_at }: Offer) => ended_at === null
  const isRunning = ({ started_at }: Offer) => started_at !== null
  const running = offers.filter((offer) => isOpen(offer) && isRunning(offer))
  const planned = offers.filter((offer) => isOpen(offer) && !isRunning(offer))
  const past = offers.filter((offer) => !isOpen(offer))
  // Another offer may be under the pointer now.
  const hasJustEnded = useHasJustChanged(past.length)
  return (
    <div className="grid gap-4">
      <OfferList
        id="running"
        title={offerMessages.running}
        none={offerMessages.noneRunning}
        offers={running}
        isGuarded={hasJustEnded}
      />
      <OfferList
        id="planned"
        title={offerMessages.planned}
        none={offerMessages.nonePlanned}
        offers={planned}
        isGuarded={hasJustEnded}
      />
      <OfferList id="past" title={offerMessages.past} none={offerMessages.nonePast} offers={past} />
    </div>
  )
}

type OfferListProps = {
  id: string
  title: string
  none: string
  offers: readonly Offer[]
  isGuarded?: boolean
}

const OfferList = ({ id, title, none, offers, isGuarded = false }: OfferListProps) => (
  <section className="panel" aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {offers.length === 0 ? (
      <p className="panel-body minor">{none}</p>
    ) : (
      <ul className="list-rows lg:*:grid-cols-[minmax(0,2fr)_minmax(0,4fr)_minmax(0,2fr)]">
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} isGuarded={isGuarded} />
        ))}
      </ul>
    )}
  </section>
)

type OfferProps = { offer: Offer; isGuarded: boolean }

function OfferRow({ offer, isGuarded }: OfferProps) {
  const { id, product_id, name, offer_price, normal_price, started_at, ends_at, ended_at, end_reason } = offer
  const details = [
    offerMessages.madeBy(offer.made_by),
    started_at && offerMessages.wasShownUntil(offer.reference_until, ends_at),
  ]
  return (
    <li>
      <div>
        <ShopLink
          id={`offer-${id}`}
          to={productListPath({}, { kind: 'edit', id: product_id })}
          className="link"
        >
          {name}
        </ShopLink>
        <p>
          <strong>
            <Price pounds={offer_price} />
          </strong>{' '}
          <span>{normal_price !== null ? offerMessages.instead(normal_price) : ''}</span>
        </p>
      </div>
      <div>
        <p>{offerMessages.period({ ...offer, starts_at: started_at ?? offer.starts_at })}</p>
        <p className="minor">{details.filter(Boolean).join(', ')}</p>
        {ended_at !== null && end_reason !== null && (
          <p>
            <span>{offerMessages.endReasons[end_reason]}</span>{' '}
            <span className="minor">{offerMessages.endedAt(ended_at, offer.ended_by)}</span>
          </p>
        )}
      </div>
      {ended_at === null && <EndForm offer={offer} isGuarded={isGuarded} />}
    </li>
  )
}

function EndForm({ offer: { id, started_at, normal_price }, isGuarded }: OfferProps) {
  const { state, formData } = useNavigation()
  return (
    <PostForm className="flex flex-wrap items-center gap-y-1 gap-x-3">
      <input type="hidden" name="offer_id" value={id} />
      <GuardedButton
        type="submit"
        name="intent"
        value="end"
        variant="outline"
        size="small"
        isGuarded={isGuarded}
        aria-describedby={`offer-${id}`}
        pending={state !== 'idle' && formData?.get('offer_id') === id}
        pendingLabel={offerMessages.ending}
      >
        {started_at === null ? offerMessages.withdraw : offerMessages.endNow}
      </GuardedButton>
      {started_at !== null && normal_price !== null && (
        <span className="minor">{offerMessages.endHint(normal_price)}</span>
      )}
    </PostForm>
  )
}
