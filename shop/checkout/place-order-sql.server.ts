import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import type { OrderStatus, PaymentMethod } from '#shop/spec.ts'
import type { OrderLine } from './checkout.ts'
import type { ShippingField, ShippingForm } from './shipping-address.ts'

export type ChangedLine =
  | {
      product_id: string
      problem: 'price-changed' | 'not-enough-stock'
      name: string
      price: number
      stock: number
    }
  | { product_id: string; problem: 'withdrawn'; name: string | null; price: null; stock: null }

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

export type Placed = { order_id: string; total_amount: number; status: OrderStatus; repeated: boolean }

/** D17: one call, all or nothing (db/procedures/place_order.sql). */
export async function callPlaceOrder(
  db: Kysely<DB>,
  {
    idempotencyKey,
    lines,
    shippingAddress,
    paymentMethod,
  }: { idempotencyKey: string; lines: OrderLine[]; shippingAddress: ShippingForm; paymentMethod: PaymentMethod },
) {
  const wanted = lines.map(({ id, quantity, price }) => ({ product_id: id, quantity, price }))
  const { rows } = await sql<{ answer: { ok: true; value: Placed } | { ok: false; refusal: PlacingRefusal } }>`
    select place_order(${idempotencyKey}, ${JSON.stringify(wanted)}, ${JSON.stringify(shippingAddress)}, ${paymentMethod}) as answer`.execute(
    db,
  )
  return rows[0]!.answer satisfies Outcome<Placed, Refusal> | { ok: false; refusal: PlacingRefusal }
}
