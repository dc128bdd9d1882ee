/**
 * What each procedure takes, which refusals it answers with, and the fields of its value and of its refusals. Made by
 * `node scripts/generate-schema.ts` from the migrated database. Never edited by hand.
 */
export type Procedures = {
  add_customer_note: { takes: { user_id: string; text: string }; refuses: 'not-found' | 'note-invalid' }
  add_order_note: {
    takes: { order_id: string; text: string; is_for_packers: boolean }
    refuses: 'not-found' | 'note-invalid'
  }
  add_stock_take_product: {
    takes: { id: string; version: number; product_id: string }
    refuses: 'already-applied' | 'changed-meanwhile' | 'not-found' | 'too-many'
    fields: { value: { version: unknown } }
  }
  apply_product_import: {
    takes: { id: string; version: number; reason: string; is_confirmed: boolean }
    refuses: 'already-imported' | 'busy' | 'changed-meanwhile' | 'confirm' | 'lines-faulty' | 'not-found' | 'nothing-to-import' | 'products-changed' | 'reason-missing'
    fields: { value: { lines: unknown; subject: unknown }; 'products-changed': { lines: unknown; constraint?: unknown } }
  }
  apply_stock_take: {
    takes: { id: string; version: number }
    refuses: 'already-applied' | 'changed-meanwhile' | 'counts-refused' | 'not-found' | 'nothing-counted' | 'reason-missing'
    fields: { value: { version: unknown; counted: unknown; changed: unknown }; 'counts-refused': { products: unknown } }
  }
  cancel_customer_orders: {
    takes: { user_id: string; order_ids: readonly string[]; reason: string; note?: string; customer_note?: string }
    refuses: 'not-found' | 'reason-missing'
    fields: { value: { cancelled: unknown; kept: unknown } }
  }
  cancel_order: {
    takes: { order_id: string; reason: string; note?: string; from_detail_page?: boolean; expected_status?: string; customer_note?: string }
    refuses: 'delivered' | 'not-found' | 'reason-missing' | 'shipped-phone-us' | 'status-changed'
    fields: { value: { status: unknown; already_cancelled: unknown }; 'status-changed': { status: unknown } }
  }
  change_administrator_role: {
    takes: { user_id: string; expected_role: string; expected_suspended: boolean; role: string }
    refuses: 'changed-meanwhile' | 'not-found' | 'own-role'
  }
  change_prices: {
    takes: { id: string; rule: object; lines: object }
    refuses: 'changed-meanwhile' | 'lines-invalid' | 'not-found'
    fields: { value: { products: unknown }; 'changed-meanwhile': { products: unknown } }
  }
  correct_batch: {
    takes: { batch_id: string; seen_number: string; seen_best_before: string; number: string; best_before: string }
    refuses: 'batch-invalid' | 'best-before-invalid' | 'changed-meanwhile' | 'is-recalled' | 'not-found' | 'number-recalled'
  }
  delete_delivery: { takes: { id: string; version: number }; refuses: 'changed-meanwhile' | 'not-found' }
  delete_search_group: {
    takes: { id: number; version: number }
    refuses: 'changed-meanwhile' | 'not-found'
    fields: { value: { id: unknown } }
  }
  delete_stock_take: { takes: { id: string; version: number }; refuses: 'changed-meanwhile' | 'not-found' }
  edit_order: {
    takes: { order_id: string; version: number; items: object; estimated_delivery: string; address?: object; added?: object }
    refuses: 'address-incomplete' | 'already-in-order' | 'already-shipped' | 'changed-meanwhile' | 'date-invalid' | 'no-items-left' | 'not-editable' | 'not-enough-stock' | 'not-found' | 'price-changed' | 'quantity-invalid' | 'withdrawn'
    fields: { value: { total_amount: unknown; version: unknown }; 'address-incomplete': { fields: unknown }; 'not-enough-stock': { lines: unknown }; 'price-changed': { lines: unknown }; 'withdrawn': { lines: unknown } }
  }
  end_offer: {
    takes: { id: string }
    refuses: 'already-over' | 'not-found'
    fields: { value: { was_running: unknown } }
  }
  end_recall: {
    takes: { recall_id: string; outcome: string; reason: string }
    refuses: 'already-ended' | 'fields-missing' | 'not-found'
    fields: { value: { pieces: unknown } }
  }
  erase_customer: {
    takes: { user_id: string }
    refuses: 'has-open-orders' | 'not-found'
    fields: { value: { emails: unknown; account_email: unknown; order_ids: unknown }; 'has-open-orders': { orders: unknown } }
  }
  exchange_recalled_pieces: {
    takes: { order_id: string }
    refuses: 'not-enough-stock' | 'not-found' | 'nothing-recalled'
    fields: { value: { items: unknown }; 'not-enough-stock': { items: unknown } }
  }
  make_offers: {
    takes: { form_id: string; starts_at: Date; ends_at: Date; lines: object }
    refuses: 'changed-meanwhile' | 'lines-invalid' | 'not-found' | 'overlaps' | 'times-invalid'
    fields: { value: { offers: unknown }; 'changed-meanwhile': { products: unknown }; 'overlaps': { names: unknown } }
  }
  move_category: {
    takes: { category_id: string; neighbour_id: string }
    refuses: 'changed-meanwhile' | 'not-found'
    fields: { value: { place: unknown } }
  }
  move_order: {
    takes: { order_id: string; expected_status: string; to_status: string }
    refuses: 'move-not-allowed' | 'not-found' | 'recalled' | 'status-changed'
    fields: { value: { status: unknown }; 'recalled': { items: unknown }; 'status-changed': { status: unknown } }
  }
  move_orders: {
    takes: { moves: object }
    refuses: 'not-found' | 'too-many'
    fields: { value: unknown[]; 'too-many': { max: unknown } }
  }
  place_order: {
    takes: { idempotency_key: string; lines: object; shipping_address: object; payment_method: string; caller?: string; delivery?: object }
    refuses: 'address-incomplete' | 'cart-changed' | 'cart-empty' | 'delivery-changed' | 'key-missing' | 'key-reused' | 'not-signed-in' | 'open-total-exceeded' | 'order-too-large' | 'payment-method-not-accepted' | 'quantity-invalid' | 'too-many-orders' | 'too-many-products'
    fields: { value: { order_id: unknown; total_amount: unknown; status: unknown; repeated: unknown }; 'address-incomplete': { fields: unknown }; 'cart-changed': { lines: unknown }; 'delivery-changed': { is_offered: unknown; charge: unknown; seen_charge: unknown }; 'key-reused': { status: unknown }; 'open-total-exceeded': { open_total: unknown; max: unknown; max_verified: unknown; is_verified: unknown }; 'order-too-large': { max: unknown }; 'too-many-orders': { retry_after_seconds: unknown }; 'too-many-products': { max: unknown } }
  }
  place_orders: {
    takes: { attempts: object; placed_by?: string }
    refuses: 'address-incomplete' | 'cart-changed' | 'cart-empty' | 'delivery-changed' | 'key-missing' | 'key-reused' | 'not-signed-in' | 'open-total-exceeded' | 'order-too-large' | 'payment-method-not-accepted' | 'quantity-invalid' | 'too-many-orders' | 'too-many-products'
    fields: { value: { order_id: unknown; total_amount: unknown; status: unknown; repeated: unknown }; 'address-incomplete': { fields: unknown }; 'cart-changed': { lines: unknown }; 'delivery-changed': { is_offered: unknown; charge: unknown; seen_charge: unknown }; 'key-reused': { status: unknown }; 'open-total-exceeded': { open_total: unknown; max: unknown; max_verified: unknown; is_verified: unknown }; 'order-too-large': { max: unknown }; 'too-many-orders': { retry_after_seconds: unknown }; 'too-many-products': { max: unknown } }
  }
  place_phone_order: {
    takes: { idempotency_key: string; customer_id: string; email: string; lines: object; shipping_address: object; note: string; is_note_for_packers: boolean; delivery?: object }
    refuses: 'address-incomplete' | 'cart-changed' | 'cart-empty' | 'customer-gone' | 'delivery-changed' | 'email-invalid' | 'email-known' | 'email-of-staff' | 'key-missing' | 'key-reused' | 'not-found' | 'not-signed-in' | 'note-invalid' | 'open-total-exceeded' | 'order-too-large' | 'payment-method-not-accepted' | 'quantity-invalid' | 'too-many-orders' | 'too-many-products'
    fields: { value: { order_id: unknown; total_amount: unknown; status: unknown; repeated: unknown }; 'address-incomplete': { fields: unknown }; 'cart-changed': { lines: unknown }; 'delivery-changed': { is_offered: unknown; charge: unknown; seen_charge: unknown }; 'email-known': { customer_id: unknown }; 'key-reused': { status: unknown }; 'open-total-exceeded': { open_total: unknown; max: unknown; max_verified: unknown; is_verified: unknown }; 'order-too-large': { max: unknown }; 'too-many-orders': { retry_after_seconds: unknown }; 'too-many-products': { max: unknown } }
  }
  receive_delivery: {
    takes: { id: string; version: number; lines: object }
    refuses: 'already-received' | 'changed-meanwhile' | 'lines-invalid' | 'not-found' | 'reason-missing'
    fields: { value: { version: unknown; lines: unknown; pieces: unknown }; 'lines-invalid': { lines?: unknown } }
  }
  record_door_payment: {
    takes: { order_id: string; expected_version: number; payment: string }
    refuses: 'changed-meanwhile' | 'not-delivered' | 'not-found' | 'payment-missing' | 'refunded-already'
    fields: { value: { door_payment: unknown } }
  }
  record_test_email: {
    takes: {  }
    refuses: 'not-found' | 'too-many-tries'
    fields: { 'too-many-tries': { retry_after_seconds: unknown } }
  }
  refund_order: {
    takes: { order_id: string; idempotency_key: string; expected_version: number; expected_amount: number; is_whole: boolean; lines: object; free_amount: number; reason: string; method: string; restock: boolean; payment?: string; delivery?: boolean }
    refuses: 'amount-differs' | 'changed-meanwhile' | 'delivery-refunded' | 'free-amount-invalid' | 'key-reused' | 'method-missing' | 'more-than-bought' | 'more-than-remains' | 'not-delivered' | 'not-found' | 'not-paid' | 'nothing-chosen' | 'nothing-remains' | 'payment-missing' | 'quantity-invalid' | 'reason-missing'
    fields: { value: { refund_id: unknown; amount: unknown; already_refunded: unknown }; 'amount-differs': { amount: unknown }; 'key-reused': { amount: unknown }; 'more-than-bought': { lines: unknown }; 'more-than-remains': { amount: unknown; remaining: unknown } }
  }
  remove_demonstration: {
    takes: {  }
    refuses: 'not-found'
    fields: { value: { deleted: unknown; switched_off: unknown; categories_deleted: unknown } }
  }
  request_stock_alert: { takes: { slug: string; email: string }; refuses: 'in-stock' | 'not-found' }
  retry_email: { takes: { id: number }; refuses: 'not-found' | 'sent-already' | 'under-way' }
  save_content: {
    takes: { page: string; version: number; texts: object; restored_version?: number }
    refuses: 'changed-meanwhile' | 'not-found'
  }
  save_delivery: {
    takes: { id: string; version: number; supplier: string; reason: string; lines: object }
    refuses: 'already-received' | 'changed-meanwhile' | 'lines-invalid' | 'not-found'
    fields: { value: { version: unknown } }
  }
  save_order_tracking: {
    takes: { order_id: string; version: number; carrier: string; tracking_number: string }
    refuses: 'changed-meanwhile' | 'not-found' | 'not-shipped' | 'tracking-invalid'
    fields: { value: { version: unknown }; 'not-shipped': { status: unknown } }
  }
  save_product_import: {
    takes: { id: string; version: number; file_name: string; content: string; columns: object; lines: object; subject: string }
    refuses: 'already-imported' | 'changed-meanwhile' | 'not-found'
    fields: { value: { version: unknown } }
  }
  save_search_group: {
    takes: { id: number; version: number; words: readonly string[]; is_confirmed?: boolean }
    refuses: 'changed-meanwhile' | 'confirm' | 'name-taken' | 'not-found' | 'too-few-words' | 'too-many-groups' | 'too-many-words' | 'word-not-searchable' | 'word-too-long'
    fields: { value: { id: unknown; version: unknown }; 'changed-meanwhile': { current: unknown }; 'name-taken': { word: unknown }; 'too-few-words': { min: unknown }; 'too-many-groups': { max: unknown }; 'too-many-words': { max: unknown; count: unknown }; 'word-not-searchable': { word: unknown }; 'word-too-long': { word: unknown; max: unknown } }
  }
  save_settings: { takes: { settings: object }; refuses: 'changed-meanwhile' | 'not-found' }
  save_stock_take: {
    takes: { id: string; version: number; reason: string; counts: object }
    refuses: 'already-applied' | 'changed-meanwhile' | 'counts-invalid' | 'not-found'
    fields: { value: { version: unknown } }
  }
  send_enquiry: { takes: { kind: string; entries: object }; refuses: 'kept-locally' | 'too-many-waiting' }
  send_recall_emails: {
    takes: { recall_id: string; expected: number }
    refuses: 'already-sent' | 'not-found' | 'recipients-changed'
    fields: { value: { mailed: unknown; without_email: unknown } }
  }
  set_category_position: {
    takes: { category_id: string; position: number }
    refuses: 'not-found'
    fields: { value: { place: unknown } }
  }
  set_featured_order: {
    takes: { order: readonly string[]; seen: readonly string[] }
    refuses: 'changed-meanwhile' | 'not-found' | 'order-invalid'
  }
  set_product_pairings: {
    takes: { product_id: string; pairs_with: readonly string[] }
    refuses: 'not-found' | 'picks-invalid'
  }
  ship_order: {
    takes: { order_id: string; expected_status: string; carrier: string; tracking_number: string }
    refuses: 'move-not-allowed' | 'not-found' | 'recalled' | 'status-changed' | 'tracking-invalid'
    fields: { value: { status: unknown }; 'recalled': { items: unknown }; 'status-changed': { status: unknown } }
  }
  start_recall: {
    takes: { id: string; product_id: string; batch_ids: readonly string[]; reason: string; customer_text: string }
    refuses: 'already-recalled' | 'batches-missing' | 'fields-missing' | 'not-found'
    fields: { value: { recall_id: unknown; repeated: unknown } }
  }
  start_stock_take: {
    takes: { id: string; scope: string; category_id: string }
    refuses: 'not-found' | 'scope-invalid' | 'too-many'
  }
  suspend_administrator: {
    takes: { user_id: string; expected_role: string; expected_suspended: boolean; is_suspended: boolean }
    refuses: 'changed-meanwhile' | 'not-found' | 'own-role'
  }
  undo_order_move: {
    takes: { order_id: string; expected_status: string }
    refuses: 'not-found' | 'nothing-to-undo' | 'status-changed' | 'too-late'
    fields: { value: { status: unknown }; 'status-changed': { status: unknown } }
  }
  undo_order_moves: {
    takes: { moves: object }
    refuses: 'not-found' | 'too-many'
    fields: { value: unknown[]; 'too-many': { max: unknown } }
  }
  undo_price_change: {
    takes: { id: string }
    refuses: 'all-changed-since' | 'already-undone' | 'not-found' | 'too-late'
    fields: { value: { undone: unknown; kept: unknown } }
  }
  undo_product_import: {
    takes: { id: string }
    refuses: 'already-undone' | 'not-found' | 'not-imported' | 'too-late'
    fields: { value: { undone: unknown; kept: unknown } }
  }
  update_product_stock: {
    takes: { product_id: string; quantity_change: number; action_type: string; notes: string; batch_id?: string }
    refuses: 'below-zero' | 'fields-missing' | 'not-found' | 'too-many'
    fields: { value: { stock: unknown }; 'below-zero': { stock: unknown }; 'too-many': { stock: unknown } }
  }
}

/** Sent as JSON. */
export const JSON_ARGUMENTS: { [Name in keyof Procedures]?: readonly string[] } = {
  change_prices: ['rule', 'lines'],
  edit_order: ['items', 'address', 'added'],
  make_offers: ['lines'],
  move_orders: ['moves'],
  place_order: ['lines', 'shipping_address', 'delivery'],
  place_orders: ['attempts'],
  place_phone_order: ['lines', 'shipping_address', 'delivery'],
  receive_delivery: ['lines'],
  refund_order: ['lines'],
  save_content: ['texts'],
  save_delivery: ['lines'],
  save_product_import: ['columns', 'lines'],
  save_settings: ['settings'],
  save_stock_take: ['counts'],
  send_enquiry: ['entries'],
  undo_order_moves: ['moves'],
}
