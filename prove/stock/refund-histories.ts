import { randomUUID } from 'node:crypto'
import type { OrderDetail } from '#features/orders/order.ts'
import {
  emptyRefundDraft,
  parseRefundDraft,
  refundQuantityField,
  toRefundBase,
  wholeRefundDraft,
  type RefundBase,
  type RefundDraft,
} from '#features/orders/refunds/admin/refund-draft.ts'
import { submitRefund } from '#tests/fixtures/orders/refund-requests.ts'
import type { FormFields, HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { CheckCounter } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { pickRandom, randomInteger, type Random } from '#prove/runner/seeded-random.ts'
import type { Operation } from './stock-model.ts'

type RefundState = { done: Operation[]; checks: CheckCounter }

/** Refunds a part or all of an order as displayed; some forms are sent twice at once. */
export async function refund(
  client: HttpClient,
  seen: OrderDetail,
  { done, checks }: RefundState,
  random: Random,
  draft = drawRefund(toRefundBase(seen, ''), random),
) {
  const base = toRefundBase(seen, randomUUID())
  const form = toForm(base, draft)
  const copies = random() < 0.3 ? 2 : 1
  const results = await Promise.all(Array.from({ length: copies }, () => submitRefund(client, seen.id, form)))
  if (results.some(({ kind }) => kind === 'done'))
    done.push({
      event: 'refunded',
      order: seen.id,
      version: seen.version,
      lines: seen.items.map(({ id, product_id }) => ({
        product_id,
        quantity: Number(draft.quantities[id] ?? 0),
      })),
      hasDelivery: draft.hasDelivery,
      free: Number(draft.free),
      isRestocked: draft.isRestocked,
    })
  checks.expect(
    results.every(({ kind }) => kind === 'done' || kind === 'refused'),
    () => `the owner's refund: ${toShortJson(results)}`,
  )
}

/** One unit of the first item, with the delivery charge. */
export const oneItemAndDelivery = ({ items: [item] }: OrderDetail): RefundDraft => ({
  ...emptyRefundDraft,
  quantities: { [item!.id]: '1' },
  hasDelivery: true,
})

export const goodwill: RefundDraft = { ...emptyRefundDraft, free: '0.50' }

export const everything = (seen: OrderDetail): RefundDraft =>
  wholeRefundDraft(toRefundBase(seen, ''), emptyRefundDraft)

/** Sometimes exceeds what remains. */
function drawRefund(base: RefundBase, random: Random): RefundDraft {
  const isRestocked = random() < 0.5
  if (random() < 0.2) return { ...wholeRefundDraft(base, emptyRefundDraft), isRestocked }
  return {
    ...emptyRefundDraft,
    isRestocked,
    hasDelivery: base.delivery > 0 && random() < 0.4,
    free: random() < 0.3 ? (randomInteger(1, 900, random) / 100).toFixed(2) : '',
    quantities: Object.fromEntries(
      base.items.map(({ id, remaining }) => [
        id,
        String(randomInteger(0, remaining + (random() < 0.1 ? 1 : 0), random)),
      ]),
    ),
  }
}

const toForm = (base: RefundBase, draft: RefundDraft): FormFields => ({
  intent: 'refund',
  seen: JSON.stringify(base),
  amount_seen: (parseRefundDraft(base, draft)?.amount ?? 0).toFixed(2),
  free_amount: draft.free,
  refund_reason: 'Jar broke',
  refund_method: 'card',
  refund_payment: 'cash',
  ...(draft.isRestocked && { refund_restock: 'on' }),
  ...(draft.hasDelivery && { refund_delivery: 'on' }),
  ...Object.fromEntries(
    Object.entries(draft.quantities).map(([id, quantity]) => [refundQuantityField(id), quantity]),
  ),
})

/** An unpaid order cannot be refunded. */
export async function recordPayment(
  client: HttpClient,
  { id, version }: OrderDetail,
  { checks }: RefundState,
  random: Random,
) {
  const payment = pickRandom(['cash', 'card', 'not-paid'], random)
  const { actionData } = await client.submit(`/admin/orders/${id}`, {
    intent: 'record-payment',
    version: String(version),
    door_payment: payment,
  })
  const result = Object.values(actionData ?? {})[0] as { kind?: string } | undefined
  checks.expect(
    result?.kind === 'done' || result?.kind === 'refused',
    () => `the owner's payment: ${toShortJson(actionData)}`,
  )
}

const REFUND = 'features/orders/refunds/sql/refund_order.sql'

export const refundHistoryMutants: Mutant[] = [
  {
    guard: 'a refund is refused if the order has changed since its form was opened',
    step: 'random-histories',
    file: REFUND,
    from: 'v_order.version is distinct from p_expected_version',
    to: 'false',
  },
  {
    guard: 'a delivery charge is refunded once',
    step: 'random-histories',
    file: REFUND,
    from: 'v_order.delivery_charge - coalesce(sum(r.delivery_amount), 0)',
    to: 'v_order.delivery_charge',
  },
  {
    guard: 'a refund returns goods to stock only if that was chosen',
    step: 'random-histories',
    file: REFUND,
    from: 'v_is_restocked := coalesce(p_restock, false) and',
    to: 'v_is_restocked :=',
  },
]
