import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import type { DoorPayment, RefundMethod } from './refund.ts'

/** Results of db/procedures, which lock, check and write in one call. */
export type PaymentRefusal = Refusal<
  'not-found' | 'not-delivered' | 'payment-missing' | 'changed-meanwhile' | 'refunded-already'
>
export type RefundRefusal =
  | Refusal<
      | 'not-found'
      | 'not-delivered'
      | 'changed-meanwhile'
      | 'reason-missing'
      | 'method-missing'
      | 'payment-missing'
      | 'not-paid'
      | 'nothing-remains'
      | 'quantity-invalid'
      | 'free-amount-invalid'
      | 'nothing-chosen'
      | 'delivery-refunded'
    >
  | (Refusal<'key-reused' | 'amount-differs'> & { amount: number })
  | (Refusal<'more-than-remains'> & { amount: number; remaining: number })
  | (Refusal<'more-than-bought'> & { lines: { id: string; name: string; remaining: number }[] })

export type RefundResult = { refund_id: string; amount: number; already_refunded: boolean }

export type RefundRequest = {
  orderId: string
  /** The same key is the same refund, however often it is sent. */
  idempotencyKey: string
  version: number
  /** The amount that was confirmed, in pounds. */
  amount: number
  isWhole: boolean
  lines: { id: string; quantity: number }[]
  /** With what remains of the delivery charge; a whole refund has it anyway. */
  hasDelivery: boolean
  freeAmount: number
  reason: string
  method: RefundMethod
  isRestocked: boolean
  /** Recorded if it was not yet. */
  payment: DoorPayment | null
}

export async function callRecordDoorPayment(
  db: Kysely<DB>,
  { orderId, version, payment }: { orderId: string; version: number; payment: DoorPayment },
) {
  const { rows } = await sql<{ answer: Outcome<{ door_payment: DoorPayment }, PaymentRefusal> }>`
    select record_door_payment(${orderId}, ${version}, ${payment}) as answer`.execute(db)
  return rows[0]!.answer
}

export async function callRefundOrder(db: Kysely<DB>, refund: RefundRequest) {
  const { orderId, idempotencyKey, version, amount, isWhole, lines } = refund
  const { rows } = await sql<{ answer: Outcome<RefundResult, RefundRefusal> }>`
    select refund_order(${orderId}, ${idempotencyKey}, ${version}, ${amount}, ${isWhole}, ${JSON.stringify(lines)},
      ${refund.freeAmount}, ${refund.reason}, ${refund.method}, ${refund.isRestocked}, ${refund.payment}, ${refund.hasDelivery}) as answer`.execute(
    db,
  )
  return rows[0]!.answer
}
