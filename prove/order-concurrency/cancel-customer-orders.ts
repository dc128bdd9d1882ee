import { findInconsistencies, insertProduct, readStock } from '#tests/fixtures/databases/test-records.ts'
import { submitBulkMove } from '#tests/fixtures/orders/bulk-move-requests.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { createOrderScenario, DONE, step } from './order-steps.ts'

const ORDERS = 8
const IN_PROCESS = 5
const STOCK = 100
type CancellationResult = { kind?: string; message?: string } | undefined

export const cancelCustomerOrders: ProofStep = {
  name: 'cancel-customer-orders',
  scenario: `two administrators cancel all ${ORDERS} orders of a customer at once, and name one of another customer and one that is shipped, while a third ships ${IN_PROCESS} of them and the customer cancels one`,
  async runProof(proofContext, checks) {
    const count = proofContext.times(200, 6)
    const { db, owner, customers } = await createOrderScenario(proofContext, count + 1)
    const bystander = customers.pop()!
    let shipped = 0
    await runConcurrently(3, customers, async (customer, round) => {
      const product = await insertProduct(db, { name: 'Called Off Honey', stock: STOCK })
      const place = (who: HttpClient) => placeOrderOverHttp(who, [{ product, quantity: 1 }])
      const ids: string[] = []
      for (let order = 0; order < ORDERS; order++) ids.push(await place(customer))
      const gone = await place(customer)
      const ofAnother = await place(bystander)
      const inProcess = ids.slice(0, IN_PROCESS)
      await submitBulkMove(owner, 'pending', [...inProcess, gone])
      await submitBulkMove(owner, 'processing', [gone])
      const cancelAll = async (sent: readonly string[]): Promise<CancellationResult> => {
        const fields = new URLSearchParams({ intent: 'cancel-customer', reason: 'Never pays' })
        for (const id of sent) fields.append('order_ids', id)
        const { actionData } = await owner.copy().submit(`/admin/orders/${gone}`, fields)
        return actionData?.['admin-order'] as CancellationResult
      }
      const sent = [...ids, gone, ofAnother]
      const early = round % 2 === 0 ? cancelAll(sent) : undefined
      const [shipping, second, first, byCustomer] = await Promise.all([
        submitBulkMove(owner.copy(), 'processing', inProcess.toReversed()),
        cancelAll(sent.toReversed()),
        early ?? cancelAll(sent),
        step(customer.copy(), '/profile/orders', { order_id: ids.at(-1)!, intent: 'cancel' }),
      ])
      const rows = await db.query<OrderRow>(
        `select o.id, o.status,
                (select count(*)::int from order_history h where h.order_id = o.id and h.to_status = 'shipped') as shipped,
                (select count(*)::int from order_history h where h.order_id = o.id and h.to_status = 'cancelled') as cancelled,
                (select count(*)::int from order_history h where h.order_id = o.id and h.to_status = 'cancelled' and h.actor_kind = 'admin') as by_admin,
                (select count(*)::int from outbox m where m.dedupe_key = 'order-cancelled:' || o.id) as mails
           from orders o where o.id = any ($1) order by array_position($1, o.id)`,
        [ids],
      )
      for (const { id, ...row } of rows) {
        const wasTold = shipping.chosen?.movedIds.includes(id) === true
        const observed = toShortJson(row)
        const byAdmin = row.by_admin
        const isRight =
          observed === toShortJson({ status: 'shipped', shipped: 1, cancelled: 0, by_admin: 0, mails: 0 }) ||
          observed ===
            toShortJson({ status: 'cancelled', shipped: 0, cancelled: 1, by_admin: byAdmin, mails: byAdmin })
        checks.expect(
          isRight && wasTold === (row.status === 'shipped'),
          () => `${observed}; its shipping was ${wasTold ? 'acknowledged' : 'refused'}`,
        )
        if (row.status === 'shipped') shipped += 1
      }
      const told = numberCancelled(first) + numberCancelled(second)
      const cancelled = rows.filter((row) => row.by_admin > 0).length
      checks.expect(
        told === cancelled && byCustomer === DONE,
        () =>
          `${cancelled} were cancelled, and told was ${toShortJson([first, second])}; the customer: ${byCustomer}`,
      )
      const others = await db.query<{ status: string }>(
        'select status from orders where id = any ($1) order by array_position($1, id)',
        [[gone, ofAnother]],
      )
      const statuses = others.map(({ status }) => status).join()
      checks.expect(
        statuses === 'shipped,pending',
        () => `the shipped order and the one of another customer are ${statuses}`,
      )
      const expectedStock = STOCK - others.length - rows.filter(({ status }) => status === 'shipped').length
      const stock = await readStock(db, product)
      checks.expect(stock === expectedStock, () => `${stock} in stock, where ${expectedStock} should be`)
    })
    const wrong = await findInconsistencies(db)
    if (wrong.length > 0) checks.wrong.push(toShortJson(wrong))
    return `each was shipped once or cancelled once, and everybody was told so: ${shipped} shipped, ${customers.length * ORDERS - shipped} cancelled`
  },
}

type OrderRow = {
  id: string
  status: string
  shipped: number
  cancelled: number
  by_admin: number
  mails: number
}

/** The message begins with '8 orders cancelled:', '1 order cancelled:' or 'No order was cancelled.' */
function numberCancelled(result: CancellationResult): number {
  if (result?.message?.startsWith('No order was cancelled.')) return 0
  return Number(/^(\d+) orders? cancelled:/.exec(result?.message ?? '')?.[1])
}

const CANCEL_ALL = 'features/orders/sql/cancel_customer_orders.sql'

export const cancelCustomerOrdersMutants: Mutant[] = [
  {
    guard: 'cancelling all orders of a customer leaves those of other customers',
    step: 'cancel-customer-orders',
    file: CANCEL_ALL,
    from: 'from public.orders o where o.user_id = p_user_id and o.id = any (p_order_ids) order by o.created_at desc, o.id',
    to: 'from public.orders o where o.id = any (p_order_ids) order by o.created_at desc, o.id',
  },
  {
    guard: 'cancelling all orders of a customer leaves those that are shipped',
    step: 'cancel-customer-orders',
    file: CANCEL_ALL,
    from: `if v_order.status in ('pending', 'processing') then`,
    to: 'if true then',
  },
  {
    guard: 'cancelling all orders of a customer waits for their locks',
    step: 'cancel-customer-orders',
    file: CANCEL_ALL,
    from: 'o.id = any (p_order_ids) order by o.id for no key update;',
    to: 'o.id = any (p_order_ids) order by o.id;',
  },
]
