import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import type { endOffer, makeOffers } from '#features/catalogue/offers/offers.server.ts'
import { priceChangeMessages } from './price-change-messages.ts'
import type { changePrices, undoPriceChange } from './price-changes.server.ts'
import { refusalAnswers, type RefusalOf } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

export const pricesRefused = refusalAnswers<RefusalOf<typeof changePrices>>({
  'not-found': refuseForm(404, { message: priceChangeMessages.notFound }),
  'lines-invalid': refuseForm(422, { message: priceChangeMessages.badLines }),
  'changed-meanwhile': ({ products }) =>
    refuseForm(409, { message: priceChangeMessages.changedMeanwhile(products) }),
})

export const undoPricesRefused = refusalAnswers<RefusalOf<typeof undoPriceChange>>({
  'not-found': refuseForm(404, { message: priceChangeMessages.notFound }),
  'already-undone': refuseForm(409, { message: priceChangeMessages.alreadyUndone }),
  'too-late': refuseForm(409, { message: priceChangeMessages.undoOver }),
  'all-changed-since': refuseForm(409, { message: priceChangeMessages.allChangedSince }),
})

export const offersRefused = refusalAnswers<RefusalOf<typeof makeOffers>>({
  'not-found': refuseForm(404, { message: offerMessages.notFound }),
  'lines-invalid': refuseForm(422, { message: offerMessages.badLines }),
  'times-invalid': refuseForm(422, { message: offerMessages.badTimes }),
  'changed-meanwhile': ({ products }) =>
    refuseForm(409, { message: offerMessages.changedMeanwhile(products) }),
  overlaps: ({ names }) => refuseForm(409, { message: offerMessages.overlaps(names) }),
})

export const endOfferRefused = refusalAnswers<RefusalOf<typeof endOffer>>({
  'not-found': refuseForm(404, { message: offerMessages.notFound }),
  'already-over': refuseForm(409, { message: offerMessages.alreadyOver }),
})
