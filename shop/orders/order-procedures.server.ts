import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import type { PackedBatch } from '#shop/stock/batch-changes/describe-packed-batch.ts'
import type { OrderStatus } from './order-status.ts'
import type { EditedAddress } from './order.ts'

type RecalledItem = { product_id: string; name: string; quantity: number }
type ExchangedItem = RecalledItem & { batches: PackedBatch[] }

/** Results of db/procedures, which lock, check and write in one call. */
export type MoveRefusal =
  | Refusal<'not-found' | 'move-not-allowed'>
  | (Refusal<'status-changed'> & { status: OrderStatus })
  | (Refusal<'recalled'> & { items: RecalledItem[] })
export type ExchangeRefusal =
  | Refusal<'not-found' | 'nothing-recalled'>
  | (Refusal<'not-enough-stock'> & { items: (RecalledItem & { stock: number })[] })
export type UndoRefusal =
  | Refusal<'not-found' | 'nothing-to-undo' | 'too-late'>
  | (Refusal<'status-changed'> & { status: OrderStatus })
export type CancelRefusal =
  | Refusal<'not-found' | 'shipped-phone-us' | 'delivered' | 'reason-missing'>
  | (Refusal<'status-changed'> & { status: OrderStatus })
export type EditRefusal =
  | Refusal<
      | 'not-found'
      | 'not-editable'
      | 'changed-meanwhile'
      | 'quantity-invalid'
      | 'no-items-left'
      | 'date-invalid'
      | 'already-shipped'
      | 'already-in-order'
      | 'address-incomplete'
    >
  | (Refusal<'withdrawn'> & { lines: { product_id: string }[] })
  | (Refusal<'price-changed'> & { lines: { product_id: string; name: string; price: number }[] })
  | (Refusal<'not-enough-stock'> & {
      lines: { product_id: string; name: string; stock: number; still_to_come: number }[]
    })

/** The cancelled orders, and those that had progressed and stay unchanged. */
export type CancelledOrders = { cancelled: string[]; kept: { id: string; status: OrderStatus }[] }
export type CancelOrderResult = { status: 'cancelled'; already_cancelled: boolean }
/** `version` is the displayed one; a null `estimatedDelivery` or `address` keeps it; `added` has the displayed prices. */
export type OrderEditRequest = {
  orderId: string
  version: number
  items: { id: string; quantity: number }[]
  estimatedDelivery: string | null
  address?: EditedAddress | null
  added?: { product_id: string; quantity: number; price: number }[]
}
export type OrderEditResult = { total_amount: number; version: number }

export async function callMoveOrder(db: Kysely<DB>, orderId: string, expected: OrderStatus, to: OrderStatus) {
  const { rows } = await sql<{ answer: Outcome<{ status: OrderStatus }, MoveRefusal> }>`
    select move_order(${orderId}, ${expected}, ${to}) as answer`.execute(db)
  return rows[0]!.answer
}

export async function callExchangeRecalledPieces(db: Kysely<DB>, orderId: string) {
  const { rows } = await sql<{ answer: Outcome<{ items: ExchangedItem[] }, ExchangeRefusal> }>`
    select exchange_recalled_pieces(${orderId}) as answer`.execute(db)
  return rows[0]!.answer
}

export async function callUndoOrderMove(db: Kysely<DB>, orderId: string, expected: OrderStatus) {
  const { rows } = await sql<{ answer: Outcome<{ status: OrderStatus }, UndoRefusal> }>`
    select undo_order_move(${orderId}, ${expected}) as answer`.execute(db)
  return rows[0]!.answer
}

export async function callCancelOrdersOfCustomer(
  db: Kysely<DB>,
  {
    userId,
    orderIds,
    reason,
    note,
    customerNote,
  }: {
    userId: string
    orderIds: readonly string[]
    reason: string
    note: string
    customerNote: string | null
  },
) {
  const { rows } = await sql<{ answer: Outcome<CancelledOrders, Refusal<'not-found' | 'reason-missing'>> }>`
    select cancel_customer_orders(${userId}, ${orderIds}::uuid[], ${reason}, ${note}, ${customerNote}) as answer`.execute(
    db,
  )
  return rows[0]!.answer
}

export async function callCancelOrder(
  db: Kysely<DB>,
  {
    orderId,
    reason,
    note,
    isDetailPage,
    expected,
    customerNote,
  }: {
    orderId: string
    reason: string
    note: string | null
    isDetailPage: boolean
    expected: OrderStatus | null
    customerNote: string | null
  },
) {
  const { rows } = await sql<{ answer: Outcome<CancelOrderResult, CancelRefusal> }>`
    select cancel_order(${orderId}, ${reason}, ${note}, ${isDetailPage}, ${expected}, ${customerNote}) as answer`.execute(
    db,
  )
  return rows[0]!.answer
}

export async function callEditOrder(
  db: Kysely<DB>,
  { orderId, version, items, estimatedDelivery, address = null, added = [] }: OrderEditRequest,
) {
  const { rows } = await sql<{ answer: Outcome<OrderEditResult, EditRefusal> }>`
    select edit_order(${orderId}, ${version}, ${JSON.stringify(items)}, ${estimatedDelivery}, ${address && JSON.stringify(address)}, ${JSON.stringify(added)}) as answer`.execute(
    db,
  )
  return rows[0]!.answer
}
