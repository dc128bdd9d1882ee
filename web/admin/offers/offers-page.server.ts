import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { MAX_BULK_EDIT_PRODUCTS } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import { offerForm, OFFER_FIELDS, type OfferTerms } from '#shop/catalogue/offers/offer-form.ts'
import { offerMessages } from '#shop/catalogue/offers/offer-messages.ts'
import { previewOffers } from '#shop/catalogue/offers/offer.ts'
import { endOffer, listOfferProducts, listOffers, makeOffers } from '#shop/catalogue/offers/offers.server.ts'
import { parseSeenPrice } from '#shop/catalogue/price-changes/price-change.ts'
import { listPricedProducts } from '#shop/catalogue/price-changes/price-changes.server.ts'
import { londonDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { endOfferRefused, offersRefused } from '#web/forms/price-refusals.server.ts'
import { readForm, readIntent } from '#web/forms/read-form.server.ts'
import { refuseForm, respond, type HandledAction } from '#web/forms/respond.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { readPriceTarget } from '#web/admin/price-changes/price-change-url.ts'
import { offersPath } from './offer-url.ts'

/** `product` or `listed` choose products, and with complete terms the page has the preview. The ID makes one offer of a form that is sent twice. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const target = readPriceTarget(params)
  const { values, terms, errors } = readTerms(params, shop.clock())
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
}

/** What the form has, and the terms if it is complete; they are null before the form was sent. */
function readTerms(
  params: URLSearchParams,
  now: Date,
): { values: Record<string, string>; terms: OfferTerms | null; errors: Record<string, string> } {
  const values = Object.fromEntries(OFFER_FIELDS.map((name) => [name, params.get(name) ?? '']))
  if (!params.has('amount')) return { values, terms: null, errors: {} }
  const parsed = offerForm(now).safeParse(values)
  if (parsed.success) return { values, terms: parsed.data, errors: {} }
  const errors = Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
  )
  return { values, terms: null, errors }
}

const endForm = z.object({ offer_id: z.uuid() })
const makeForm = z.object({ form_id: z.uuid(), line: z.array(z.string()).max(MAX_BULK_EDIT_PRODUCTS) })

/** Status 400: invalid form, 404: unknown offer, 409: changed meanwhile, overlapping or over, 422: nothing ticked, 503: database failure. */
export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const submitted = await request.formData()
  try {
    const isEnd = readIntent(submitted) === 'end'
    const handled = await (isEnd ? handleEnd : handleMake)(shop, admin, submitted)
    if ('path' in handled) return redirect(handled.path, 303)
    return respond(context, handled)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'an offer could not be saved')
    return respond(context, refuseForm(503, { message: offerMessages.failed }))
  }
}

type Handled = Promise<HandledAction | { path: string }>
const invalidForm = refuseForm(400, { message: messages.badRequest })

async function handleEnd(shop: ShopDependencies, admin: Admin, submitted: FormData): Handled {
  const form = await readForm(submitted, endForm)
  if (!form.ok) return invalidForm
  const ended = await endOffer(shop, admin, form.value.offer_id)
  if (!ended.ok) return endOfferRefused(ended.refusal)
  return { path: offersPath(ended.value.was_running ? 'ended' : 'withdrawn') }
}

async function handleMake(shop: ShopDependencies, admin: Admin, submitted: FormData): Handled {
  const [form, terms] = await Promise.all([
    readForm(submitted, makeForm, { lists: ['line'] }),
    readForm(submitted, offerForm(shop.clock())),
  ])
  if (!form.ok) return invalidForm
  // Its time may have passed while the preview was open.
  if (!terms.ok) return refuseForm(422, { message: offerMessages.badTimes, errors: terms.errors })
  const seen = form.value.line.map(parseSeenPrice).filter((line) => line !== null)
  if (seen.length < form.value.line.length) return invalidForm
  if (seen.length === 0) return refuseForm(422, { message: offerMessages.nothingTicked })
  const made = await makeOffers(shop, admin, { formId: form.value.form_id, terms: terms.value, seen })
  return made.ok ? { path: offersPath('made') } : offersRefused(made.refusal)
}
