import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import type { OrderStatus } from '#shop/orders/order-status.ts'
import type { Customer } from '#shop/permissions.ts'
import type { CheckoutAttempt, OrderLine } from '#shop/checkout/checkout-form.ts'
import type { ShippingField } from '#shop/checkout/address/shipping-address.ts'

export type ChangedLine =
  | {
      product_id: string
      problem: 'price-changed' | 'not-enough-stock' | 'over-limit'
      name: string
      price: number
      stock: number
    }
  | { product_id: string; problem: 'withdrawn'; name: string | null; price: null; stock: null }

/** Charges in pounds; with the same charge, the rates or the day of express are others. */
export type ChangedDelivery = Refusal<'delivery-changed'> & {
  is_offered: boolean
  charge: number
  seen_charge: number
}

export type LimitRefusal =
  | (Refusal<'too-many-products' | 'order-too-large'> & { max: number })
  | (Refusal<'open-total-exceeded'> & {
      open_total: number
      max: number
      /** The limit once the address is verified; null if there is none. */
      max_verified: number | null
      is_verified: boolean
    })
  | (Refusal<'too-many-orders'> & { retry_after_seconds: number })

type PlaceOrderProcedureRefusal =
  | Refusal<
      'not-signed-in' | 'key-missing' | 'payment-method-not-accepted' | 'cart-empty' | 'quantity-invalid'
    >
  | (Refusal<'key-reused'> & { status: OrderStatus })
  | (Refusal<'cart-changed'> & { lines: ChangedLine[] })
  | ChangedDelivery
  | { code: 'address-incomplete'; fields: ShippingField[] }
  | LimitRefusal

export type PlaceOrderResult = {
  order_id: string
  total_amount: number
  status: OrderStatus
  repeated: boolean
}

export type PlaceOrderAnswer =
  | { ok: true; value: PlaceOrderResult }
  | { ok: false; refusal: PlaceOrderProcedureRefusal }

const toOrderedLines = (lines: readonly OrderLine[]) =>
  lines.map(({ id, quantity, price }) => ({ product_id: id, quantity, price }))

export async function callPlaceOrder(
  db: Kysely<DB>,
  { idempotency_key, lines, shipping_address, payment_method, caller, delivery }: CheckoutAttempt,
) {
  const orderedLines = JSON.stringify(toOrderedLines(lines))
  const { rows } = await sql<{ answer: PlaceOrderAnswer }>`
    select place_order(${idempotency_key}, ${orderedLines}, ${JSON.stringify(shipping_address)}, ${payment_method}, ${caller ?? null}, ${delivery ? JSON.stringify(delivery) : null}) as answer`.execute(
    db,
  )
  return rows[0]!.answer satisfies
    | Outcome<PlaceOrderResult, Refusal>
    | { ok: false; refusal: PlaceOrderProcedureRefusal }
}

/** Results in the same order (db/procedures/checkout/place_orders.sql). */
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
