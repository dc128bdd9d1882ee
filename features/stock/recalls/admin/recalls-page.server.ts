import { data, redirect } from 'react-router'
import { z } from 'zod'
import { searchProductsByName } from '#features/catalogue/products/admin/search-products-by-name.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { withProducts } from '#features/stock/deliveries/deliveries.server.ts'
import { recallMessages } from '#features/stock/recalls/recall-messages.ts'
import type { BuyerTotals } from '#features/stock/recalls/recall.ts'
import {
  countBuyers,
  endRecall,
  listBatches,
  listRecalls,
  previewRecallEmails,
  readRecall,
  startRecall,
  tellCustomers,
} from '#features/stock/recalls/recalls.server.ts'
import { wholeWithin } from '#shop/text/number-fields.ts'
import { collapseWhiteSpace, trimWhiteSpace } from '#shop/text/white-space.ts'
import { adminAction, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { acceptForm, refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import {
  endRecallRefused,
  recallRefused,
  tellCustomersRefused,
} from '#features/stock/stock-refusals.server.ts'
import { recallPath } from './recall-url.ts'

const MAX_SEARCH_LENGTH = 200
const MAX_RECIPIENTS = 10_000_000

/** `batches`: the ticked ones. */
type RecallFields = { totals?: BuyerTotals; batches?: string[] }
type RecallFormResult = ActionResult<RecallFields, RecallFields>
type Handled = Promise<HandledAction<RecallFormResult> | Response>

/** `recall` opens one, `search` finds products, `product` shows one product's batches. The ID makes a form sent twice one recall. */
export const loader = adminLoader(async ({ shop, admin, query }) => {
  const openedId = query.get('recall')
  const opened = openedId === null ? null : await readOpened(shop, admin, openedId)
  if (openedId !== null && opened === null) throw data(null, { status: 404 })
  const search = collapseWhiteSpace(query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH)
  const productId = query.get('product') ?? ''
  const [recalls, found, chosen] = await Promise.all([
    listRecalls(shop, admin),
    search === '' ? null : findProducts(shop, admin, search),
    readProduct(shop, admin, productId),
  ])
  return data({ opened, recalls, search, found, chosen, recallId: crypto.randomUUID() })
})

async function readOpened(shop: ShopDependencies, admin: Admin, id: string) {
  const opened = await readRecall(shop, admin, id)
  if (opened === null) return null
  return {
    ...opened,
    emails: opened.recall.mailed_at === null ? await previewRecallEmails(shop, admin, id) : [],
  }
}

async function findProducts(shop: ShopDependencies, admin: Admin, search: string) {
  // Archived products were sold too.
  const products = await searchProductsByName(shop, admin, search, [null, 'archived'])
  return products.map(({ id, name, net_weight }) => ({ id, name, net_weight }))
}

async function readProduct(shop: ShopDependencies, admin: Admin, id: string) {
  const empty = { quantity: '', batch_number: '', best_before: '', unit_cost: '' }
  const [product] = await withProducts(shop, admin, [{ product_id: id, ...empty }])
  if (!product || product.name === messages.productNotFound) return null
  return { id, name: product.name, batches: await listBatches(shop, admin, id) }
}

const endForm = z.object({
  intent: z.enum(['sell-again', 'write-off']),
  recall_id: z.uuid(),
  end_reason: z.string().max(500).default('').transform(trimWhiteSpace),
})
const tellForm = z.object({
  recall_id: z.uuid(),
  /** The number of customers in the label of the confirmation checkbox. */
  confirmed: z
    .string()
    .default('')
    .transform(Number)
    .pipe(wholeWithin(1, MAX_RECIPIENTS, recallMessages.confirmMissing)),
})
const recallForm = z.object({
  intent: z.enum(['find', 'start']),
  recall_id: z.uuid(),
  product_id: z.uuid(),
  whole: z.string().optional(),
  batches: z.array(z.uuid()).max(500),
  reason: z.string().max(500).default('').transform(trimWhiteSpace),
  customer_text: z
    .string()
    .max(5000)
    .default('')
    .transform((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n'))),
})

/**
 * Status 400: invalid form, 404: unknown product or recall, 409: already recalled or informed, 422: missing
 * fields, 503: database failure.
 */
export const action = adminAction<RecallFormResult>({
  handle: (form) => {
    if (form.intent === 'tell') return handleTell(form)
    return ['sell-again', 'write-off'].includes(form.intent) ? handleEnd(form) : handleRecall(form)
  },
  failure: 'a recall could not be saved',
  answerFailure: () => refuseForm(503, { message: recallMessages.failed }),
})

const invalidForm = { actionResult: { kind: 'failed' as const, message: messages.badRequest }, status: 400 }

async function handleTell({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, tellForm)
  if (!form.ok) return refuseForm(422, form)
  const { recall_id: id, confirmed: expected } = form.value
  const told = await tellCustomers(shop, admin, { id, expected })
  return told.ok ? acceptForm(recallMessages.queued(told.value.mailed)) : tellCustomersRefused(told.refusal)
}

async function handleEnd({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, endForm)
  if (!form.ok) return invalidForm
  const { recall_id: id, end_reason: reason, intent } = form.value
  const outcome = intent === 'sell-again' ? 'sold-again' : 'written-off'
  const ended = await endRecall(shop, admin, { id, outcome, reason })
  if (!ended.ok) return withFields(endRecallRefused(ended.refusal), { values: form.values })
  return acceptForm(
    outcome === 'sold-again' ? recallMessages.soldAgain : recallMessages.writtenOff(ended.value.pieces),
  )
}

async function handleRecall({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, recallForm, { lists: ['batches'] })
  if (!form.ok) return invalidForm
  const typed = { values: form.values, batches: form.value.batches }
  const { intent, recall_id: id, product_id: productId, reason, customer_text: customerText } = form.value
  const batchIds = form.value.whole === undefined ? form.value.batches : null
  const errors: Record<string, string> = {}
  if (batchIds?.length === 0) errors['batches'] = recallMessages.batchesMissing
  if (intent === 'start' && reason === '') errors['reason'] = recallMessages.reasonMissing
  if (intent === 'start' && customerText === '') errors['customer_text'] = recallMessages.customerTextMissing
  if (Object.keys(errors).length > 0) return withFields(refuseForm(422, { errors }), typed)
  if (intent === 'find') {
    const totals = await countBuyers(shop, admin, { productId, batchIds })
    const counted: HandledAction<RecallFormResult> = { actionResult: { kind: 'done', totals }, status: 200 }
    return withFields(counted, typed)
  }
  const started = await startRecall(shop, admin, { id, productId, batchIds, reason, customerText })
  return started.ok
    ? redirect(recallPath(started.value.recall_id, 'started'), 303)
    : withFields(recallRefused(started.refusal), typed)
}
