import type { ProcedureFields } from '#platform/database/procedure-signatures.ts'
import type { ImportSubject } from './catalogue/import/import-columns.ts'
import type { ChangedPrice } from './catalogue/price-changes/changed-prices.ts'
import type { OwnSearchGroup } from './catalogue/search-words/search-group.ts'
import type { ShippingField } from './checkout/address/shipping-address.ts'
import type { ErasedPerson } from './customers/person-search.ts'
import type { OrderStatus } from './orders/order-status.ts'
import type { DoorPayment } from './orders/refunds/refund.ts'
import type { PackedBatch } from './stock/batches/describe-packed-batch.ts'
import type { LineProblem } from './stock/deliveries/delivery-messages.ts'

type Untyped<Declared> = {
  [Name in keyof Declared]: {
    [Part in keyof Declared[Name]]: { [Field in keyof Declared[Name][Part]]: unknown }
  }
}
/** A type error if a field is missing here or from the generated signatures. */
type Exactly<Declared extends ProcedureFields, _Generated extends Untyped<Declared>> = Declared

type Version = { version: number }
type Status = { status: OrderStatus }
type RecalledItem = { product_id: string; name: string; quantity: number }
export type ChangedLine =
  | {
      product_id: string
      problem: 'price-changed' | 'not-enough-stock' | 'over-limit'
      name: string
      price: number
      stock: number
    }
  | { product_id: string; problem: 'withdrawn'; name: string | null; price: null; stock: null }

type Move = { value: Status; recalled: { items: RecalledItem[] }; 'status-changed': Status }
type Placing = {
  value: { order_id: string; total_amount: number; status: OrderStatus; repeated: boolean }
  'address-incomplete': { fields: ShippingField[] }
  'cart-changed': { lines: ChangedLine[] }
  /** Charges in pounds. If the charge is the same, the rates or the express day differ. */
  'delivery-changed': { is_offered: boolean; charge: number; seen_charge: number }
  'key-reused': Status
  /** `max_verified` is the limit once the address is verified; null if there is none. */
  'open-total-exceeded': {
    open_total: number
    max: number
    max_verified: number | null
    is_verified: boolean
  }
  'order-too-large': { max: number }
  'too-many-orders': { retry_after_seconds: number }
  'too-many-products': { max: number }
}
/** The result of each order is that of the procedure for one order. */
type ManyMoves = { value: { id: string }[]; 'too-many': { max: number } }

/** The types of result fields: the database knows only their names. */
type Fields = {
  add_stock_take_product: { value: Version }
  apply_product_import: {
    value: { lines: number; subject: ImportSubject }
    'products-changed': { lines: number[]; constraint?: string }
  }
  apply_stock_take: {
    value: Version & { counted: number; changed: number }
    'counts-refused': {
      products: { product_id: string; name: string; problem: 'below-zero' | 'too-many'; missing: number }[]
    }
  }
  cancel_customer_orders: { value: { cancelled: string[]; kept: { id: string; status: OrderStatus }[] } }
  cancel_order: { value: { status: 'cancelled'; already_cancelled: boolean }; 'status-changed': Status }
  change_prices: { value: { products: number }; 'changed-meanwhile': { products: ChangedPrice[] } }
  delete_search_group: { value: { id: number } }
  edit_order: {
    value: Version & { total_amount: number }
    'address-incomplete': { fields: ShippingField[] }
    'not-enough-stock': {
      lines: { product_id: string; name: string; stock: number; still_to_come: number }[]
    }
    'price-changed': { lines: { product_id: string; name: string; price: number }[] }
    withdrawn: { lines: { product_id: string }[] }
  }
  end_offer: { value: { was_running: boolean } }
  end_recall: { value: { pieces: number } }
  erase_customer: { value: ErasedPerson; 'has-open-orders': { orders: number } }
  exchange_recalled_pieces: {
    value: { items: (RecalledItem & { batches: PackedBatch[] })[] }
    'not-enough-stock': { items: (RecalledItem & { stock: number })[] }
  }
  make_offers: {
    value: { offers: number }
    'changed-meanwhile': { products: ChangedPrice[] }
    overlaps: { names: string[] }
  }
  move_category: { value: { place: number } }
  move_order: Move
  move_orders: ManyMoves
  place_order: Placing
  place_orders: Placing
  place_phone_order: Placing & { 'email-known': { customer_id: string } }
  receive_delivery: {
    value: Version & { lines: number; pieces: number }
    'lines-invalid': { lines?: { line: number; problem: LineProblem }[] }
  }
  record_door_payment: { value: { door_payment: DoorPayment } }
  record_test_email: { 'too-many-tries': { retry_after_seconds: number } }
  refund_order: {
    value: { refund_id: string; amount: number; already_refunded: boolean }
    'amount-differs': { amount: number }
    'key-reused': { amount: number }
    'more-than-bought': { lines: { id: string; name: string; remaining: number }[] }
    'more-than-remains': { amount: number; remaining: number }
  }
  remove_demonstration: { value: { deleted: number; switched_off: number; categories_deleted: number } }
  save_delivery: { value: Version }
  save_order_tracking: { value: Version; 'not-shipped': Status }
  save_product_import: { value: Version }
  save_search_group: {
    value: Version & { id: number }
    'changed-meanwhile': { current: OwnSearchGroup }
    'name-taken': { word: string }
    'too-few-words': { min: number }
    'too-many-groups': { max: number }
    'too-many-words': { max: number; count: number }
    'word-not-searchable': { word: string }
    'word-too-long': { word: string; max: number }
  }
  save_stock_take: { value: Version }
  send_recall_emails: { value: { mailed: number; without_email: number } }
  set_category_position: { value: { place: number } }
  ship_order: Move
  start_recall: { value: { recall_id: string; repeated: boolean } }
  undo_order_move: { value: Status; 'status-changed': Status }
  undo_order_moves: ManyMoves
  undo_price_change: { value: { undone: number; kept: { name: string; price: number }[] } }
  undo_product_import: { value: { undone: number; kept: number } }
  update_product_stock: {
    value: { stock: number }
    'below-zero': { stock: number }
    'too-many': { stock: number }
  }
}

export type AnswerFields = Exactly<Fields, ProcedureFields>
