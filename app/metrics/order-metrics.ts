import { Counter, type Registry } from 'prom-client'
import type { OrderBatcher } from '#features/checkout/placing/order-batcher.server.ts'
import type { ChangedLine } from '#features/answer-fields.server.ts'
import type { ProcedureRefusal } from '#features/call-procedure.server.ts'
import { METRICS_PREFIX } from './registry.ts'

type OrderRefusal = ProcedureRefusal<'place_order'>
type RefusalReason = OrderRefusal['code'] | ChangedLine['problem']

/** All are reported from the start, because a counter that begins at 1 shows no increase. */
const REFUSAL_REASONS = Object.keys({
  'not-signed-in': true,
  'key-missing': true,
  'key-reused': true,
  'payment-method-not-accepted': true,
  'cart-empty': true,
  'quantity-invalid': true,
  'cart-changed': true,
  'price-changed': true,
  'not-enough-stock': true,
  'over-limit': true,
  withdrawn: true,
  'delivery-changed': true,
  'address-incomplete': true,
  'too-many-products': true,
  'order-too-large': true,
  'open-total-exceeded': true,
  'too-many-orders': true,
} satisfies Record<RefusalReason, true>)

/** A changed cart says what has changed; too little stock is a stock-out that cost an order. */
function reasonOf(refusal: OrderRefusal): RefusalReason {
  if (refusal.code !== 'cart-changed') return refusal.code
  const problems = refusal.lines.map(({ problem }) => problem)
  return problems.includes('not-enough-stock') ? 'not-enough-stock' : (problems[0] ?? refusal.code)
}

/** Counts orders from checkout; phone orders do not use the batcher. */
export function createOrderMetrics(registry: Registry) {
  const registers = [registry]
  const placed = new Counter({
    name: `${METRICS_PREFIX}orders_placed_total`,
    help: 'Orders placed at the checkout.',
    registers,
  })
  const repeated = new Counter({
    name: `${METRICS_PREFIX}orders_repeated_total`,
    help: 'Repeated attempts that were answered with the order that exists.',
    registers,
  })
  const refused = new Counter({
    name: `${METRICS_PREFIX}orders_refused_total`,
    help: 'Attempts at the checkout that were refused, by reason.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of REFUSAL_REASONS) refused.inc({ reason }, 0)
  const failed = new Counter({
    name: `${METRICS_PREFIX}orders_failed_total`,
    help: 'Attempts at the checkout that failed, because of the database or a bug.',
    registers,
  })

  return {
    count: ({ place }: OrderBatcher): OrderBatcher => ({
      async place(customer, attempt) {
        try {
          const answer = await place(customer, attempt)
          if (!answer.ok) refused.inc({ reason: reasonOf(answer.refusal) })
          else if (answer.value.repeated) repeated.inc()
          else placed.inc()
          return answer
        } catch (problem) {
          failed.inc()
          throw problem
        }
      },
    }),
  }
}
