import { offerMessages } from '#shop/catalogue/offers/offer-messages.ts'
import type { endOffer, makeOffers } from '#shop/catalogue/offers/offers.server.ts'
import { refusalAnswers, type RefusalOf } from './refusal-table.server.ts'
import { refuseForm } from './respond.server.ts'

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
