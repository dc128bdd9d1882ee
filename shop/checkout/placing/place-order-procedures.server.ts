import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import type { OrderStatus, PaymentMethod } from '#shop/constants.ts'
import type { OrderLine } from '#shop/checkout/checkout-form.ts'
import type { ShippingField, ShippingForm } from '#shop/checkout/address/shipping-address.ts'

export type ChangedLine =
  | {
      product_id: string
      problem: 'price-changed' | 'not-enough-stock' | 'over-limit'
      name: string
      price: number
      stock: number
    }
  | { product_id: string; problem: 'withdrawn'; name: string | null; price: null; stock: null }

/** What the settings of the shop do not allow; sums in pounds. */
export type LimitRefusal =
  | (Refusal<'too-many-products' | 'order-too-large'> & { max: number })
  | (Refusal<'open-total-exceeded'> & { open_total: number; max: number; is_verified: boolean })
  | (Refusal<'too-many-orders'> & { retry_after_seconds: number })

export type PlacingRefusal =
  | Refusal<
      | 'not-signed-in'
      | 'key-missing'
      | 'payment-method-not-accepted'
      | 'cart-empty'
      | 'quantity-invalid'
    >
  | (Refusal<'key-reused'> & { status: OrderStatus })
  | (Refusal<'cart-changed'> & { lines: ChangedLine[] })
  | { code: 'address-incomplete'; fields: ShippingField[] }
  | LimitRefusal

export type Placed = { order_id: string; total_amount: number; status: OrderStatus; repeated: boolean }

/** What the last step of checkout asks for; prices in pounds, as the shopper saw them. */
export type Submit = {
  idempotencyKey: string
  lines: OrderLine[]
  shippingAddress: ShippingForm
  paymentMethod: PaymentMethod
  /** The hashed address that it came from; orders from one address are limited. */
  caller?: string
}
export type PlacingAnswer = { ok: true; value: Placed } | { ok: false; refusal: PlacingRefusal }

const asWanted = (lines: readonly OrderLine[]) => lines.map(({ id, quantity, price }) => ({ product_id: id, quantity, price }))

/** D17: one call, all or nothing (db/procedures/checkout/place_order.sql). */
export async function callPlaceOrder(db: Kysely<DB>, { idempotencyKey, lines, shippingAddress, paymentMethod, caller }: Submit) {
  const wanted = JSON.stringify(asWanted(lines))
  const { rows } = await sql<{ answer: PlacingAnswer }>`
    select place_order(${idempotencyKey}, ${wanted}, ${JSON.stringify(shippingAddress)}, ${paymentMethod}, ${caller ?? null}) as answer`.execute(db)
  return rows[0]!.answer satisfies Outcome<Placed, Refusal> | { ok: false; refusal: PlacingRefusal }
}

/** The same for several people by one call, which answers in their order (db/procedures/checkout/place_orders.sql). */
export async function callPlaceOrders(db: Kysely<DB>, submits: readonly { userId: string; submit: Submit }[]) {
  const sent = submits.map(({ userId, submit: { idempotencyKey, lines, shippingAddress, paymentMethod, caller } }) => ({
    user_id: userId, idempotency_key: idempotencyKey, lines: asWanted(lines), shipping_address: shippingAddress, payment_method: paymentMethod, caller,
  }))
  const { rows } = await sql<{ answers: PlacingAnswer[] }>`select place_orders(${JSON.stringify(sent)}) as answers`.execute(db)
  return rows[0]!.answers
}
