import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import type { Customer } from '#shop/permissions.ts'
import type { CheckoutAttempt, OrderLine } from '#features/checkout/checkout-form.ts'

export type PlaceOrderAnswer = Answer<'place_order'>

const toOrderedLines = (lines: readonly OrderLine[]) =>
  lines.map(({ id, quantity, price }) => ({ product_id: id, quantity, price }))

export const callPlaceOrder = (
  db: Kysely<DB>,
  { idempotency_key, lines, shipping_address, payment_method, caller, delivery }: CheckoutAttempt,
): Promise<PlaceOrderAnswer> =>
  callProcedure(db, 'place_order', {
    idempotency_key,
    lines: toOrderedLines(lines),
    shipping_address,
    payment_method,
    caller,
    delivery,
  })

/** Returns the results in the same order (features/checkout/sql/place_orders.sql). */
export async function callPlaceOrders(
  db: Kysely<DB>,
  batch: readonly { customer: Pick<Customer, 'userId'>; attempt: CheckoutAttempt }[],
) {
  const attempts = batch.map(({ customer, attempt }) => ({
    user_id: customer.userId,
    ...attempt,
    lines: toOrderedLines(attempt.lines),
  }))
  const { rows } = await sql<{
    answers: PlaceOrderAnswer[]
  }>`select place_orders(${JSON.stringify(attempts)}) as answers`.execute(db)
  return rows[0]!.answers
}
