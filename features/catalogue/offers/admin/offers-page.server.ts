import { data, redirect } from 'react-router'
import { z } from 'zod'
import { MAX_BULK_EDIT_PRODUCTS } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import { offerForm, OFFER_FIELDS } from '#features/catalogue/offers/offer-form.ts'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import { previewOffers } from '#features/catalogue/offers/offer.ts'
import {
  endOffer,
  listOfferProducts,
  listOffers,
  makeOffers,
} from '#features/catalogue/offers/offers.server.ts'
import { parseSeenPrice } from '#features/catalogue/price-changes/price-change.ts'
import { listPricedProducts } from '#features/catalogue/price-changes/price-changes.server.ts'
import { londonDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { adminAction, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { endOfferRefused, offersRefused } from '#features/catalogue/price-changes/price-refusals.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { refuseForm, type HandledAction } from '#kit/actions/respond.server.ts'
import { readPriceTarget } from '#features/catalogue/price-changes/admin/price-change-url.ts'
import { readTerms } from '#features/catalogue/price-changes/admin/read-terms.server.ts'
import { offersPath } from './offer-url.ts'

/** `product` or `listed` choose products, and complete terms show the preview. The ID makes a form sent twice one offer. */
export const loader = adminLoader(async ({ shop, admin, query }) => {
  const target = readPriceTarget(query)
  const { values, terms, errors } = readTerms(query, OFFER_FIELDS, offerForm(shop.clock()))
  const chosen = target && (await listPricedProducts(shop, admin, target))
  const ids = chosen?.ok ? chosen.value.map(({ id }) => id) : []
  const preview =
    terms && ids.length > 0
      ? previewOffers(await listOfferProducts(shop, admin, ids, terms), terms.rule)
      : null
  return data({
    offers: target ? [] : await listOffers(shop, admin),
    target,
    products: chosen && (chosen.ok ? chosen.value.length : ('too-many' as const)),
    values,
    errors,
    preview,
    endsAt: terms?.endsAt.toISOString() ?? null,
    formId: crypto.randomUUID(),
    today: londonDay(shop.clock()),
  })
})

const endForm = z.object({ offer_id: z.uuid() })
const makeForm = z.object({ form_id: z.uuid(), line: z.array(z.string()).max(MAX_BULK_EDIT_PRODUCTS) })

/** Status 400: invalid form, 404: unknown offer, 409: changed meanwhile, overlapping or over, 422: nothing ticked, 503: database failure. */
export const action = adminAction({
  handle: (form) => (form.intent === 'end' ? handleEnd : handleMake)(form),
  failure: 'an offer could not be saved',
  answerFailure: () => refuseForm(503, { message: offerMessages.failed }),
})

type Handled = Promise<HandledAction | Response>
const invalidForm = refuseForm(400, { message: messages.badRequest })

async function handleEnd({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, endForm)
  if (!form.ok) return invalidForm
  const ended = await endOffer(shop, admin, form.value.offer_id)
  if (!ended.ok) return endOfferRefused(ended.refusal)
  return redirect(offersPath(ended.value.was_running ? 'ended' : 'withdrawn'), 303)
}

async function handleMake({ shop, admin, submitted }: AdminForm): Handled {
  const [form, terms] = await Promise.all([
    readForm(submitted, makeForm, { lists: ['line'] }),
    readForm(submitted, offerForm(shop.clock())),
  ])
  if (!form.ok) return invalidForm
  // The offer's time may have passed while the preview was open.
  if (!terms.ok) return refuseForm(422, { message: offerMessages.badTimes, errors: terms.errors })
  const seen = form.value.line.map(parseSeenPrice).filter((line) => line !== null)
  if (seen.length < form.value.line.length) return invalidForm
  if (seen.length === 0) return refuseForm(422, { message: offerMessages.nothingTicked })
  const made = await makeOffers(shop, admin, { formId: form.value.form_id, terms: terms.value, seen })
  return made.ok ? redirect(offersPath('made'), 303) : offersRefused(made.refusal)
}
