/** The procedures that the application calls, made by `node scripts/generate-schema.ts`. Never edited by hand. */

export type ProcedureArguments = {
  add_customer_note: { user_id: string; text: string }
  add_order_note: { order_id: string; text: string; is_for_packers: boolean }
  add_stock_take_product: { id: string; version: number; product_id: string }
  apply_product_import: { id: string; version: number; reason: string; is_confirmed: boolean }
  apply_stock_take: { id: string; version: number }
  cancel_customer_orders: { user_id: string; order_ids: readonly string[]; reason: string; note?: string; customer_note?: string }
  cancel_order: { order_id: string; reason: string; note?: string; from_detail_page?: boolean; expected_status?: string; customer_note?: string }
  change_administrator_role: { user_id: string; expected_role: string; expected_suspended: boolean; role: string }
  change_prices: { id: string; rule: object; lines: object }
  correct_batch: { batch_id: string; seen_number: string; seen_best_before: string; number: string; best_before: string }
  delete_delivery: { id: string; version: number }
  delete_search_group: { id: number; version: number }
  delete_stock_take: { id: string; version: number }
  edit_order: { order_id: string; version: number; items: object; estimated_delivery: string; address?: object; added?: object }
  end_offer: { id: string }
  end_recall: { recall_id: string; outcome: string; reason: string }
  erase_customer: { user_id: string }
  exchange_recalled_pieces: { order_id: string }
  make_offers: { form_id: string; starts_at: Date; ends_at: Date; lines: object }
  move_category: { category_id: string; neighbour_id: string }
  move_order: { order_id: string; expected_status: string; to_status: string }
  move_orders: { moves: object }
  place_order: { idempotency_key: string; lines: object; shipping_address: object; payment_method: string; caller?: string; delivery?: object }
  place_orders: { attempts: object; placed_by?: string }
  place_phone_order: { idempotency_key: string; customer_id: string; email: string; lines: object; shipping_address: object; note: string; is_note_for_packers: boolean; delivery?: object }
  receive_delivery: { id: string; version: number; lines: object }
  record_door_payment: { order_id: string; expected_version: number; payment: string }
  record_test_email: {  }
  refund_order: { order_id: string; idempotency_key: string; expected_version: number; expected_amount: number; is_whole: boolean; lines: object; free_amount: number; reason: string; method: string; restock: boolean; payment?: string; delivery?: boolean }
  remove_demonstration: {  }
  request_stock_alert: { slug: string; email: string; stop_token: string }
  retry_email: { id: number }
  save_content: { page: string; version: number; texts: object; restored_version?: number }
  save_delivery: { id: string; version: number; supplier: string; reason: string; lines: object }
  save_order_tracking: { order_id: string; version: number; carrier: string; tracking_number: string }
  save_product_import: { id: string; version: number; file_name: string; content: string; columns: object; lines: object; subject: string }
  save_search_group: { id: number; version: number; words: readonly string[]; is_confirmed?: boolean }
  save_settings: { settings: object }
  save_stock_take: { id: string; version: number; reason: string; counts: object }
  send_enquiry: { kind: string; entries: object }
  send_recall_emails: { recall_id: string; expected: number }
  set_category_position: { category_id: string; position: number }
  set_featured_order: { order: readonly string[]; seen: readonly string[] }
  set_product_pairings: { product_id: string; pairs_with: readonly string[] }
  ship_order: { order_id: string; expected_status: string; carrier: string; tracking_number: string }
  start_recall: { id: string; product_id: string; batch_ids: readonly string[]; reason: string; customer_text: string }
  start_stock_take: { id: string; scope: string; category_id: string }
  suspend_administrator: { user_id: string; expected_role: string; expected_suspended: boolean; is_suspended: boolean }
  undo_order_move: { order_id: string; expected_status: string }
  undo_order_moves: { moves: object }
  undo_price_change: { id: string }
  undo_product_import: { id: string }
  update_product_stock: { product_id: string; quantity_change: number; action_type: string; notes: string; batch_id?: string }
}

export type ProcedureRefusals = {
  add_customer_note: 'not-found' | 'note-invalid'
  add_order_note: 'not-found' | 'note-invalid'
  add_stock_take_product: 'already-applied' | 'changed-meanwhile' | 'not-found' | 'too-many'
  apply_product_import: 'already-imported' | 'busy' | 'changed-meanwhile' | 'confirm' | 'lines-faulty' | 'not-found' | 'nothing-to-import' | 'products-changed' | 'reason-missing'
  apply_stock_take: 'already-applied' | 'changed-meanwhile' | 'counts-refused' | 'not-found' | 'nothing-counted' | 'reason-missing'
  cancel_customer_orders: 'not-found' | 'reason-missing'
  cancel_order: 'delivered' | 'not-found' | 'reason-missing' | 'shipped-phone-us' | 'status-changed'
  change_administrator_role: 'changed-meanwhile' | 'not-found' | 'own-role'
  change_prices: 'changed-meanwhile' | 'lines-invalid' | 'not-found'
  correct_batch: 'batch-invalid' | 'best-before-invalid' | 'changed-meanwhile' | 'is-recalled' | 'not-found' | 'number-recalled'
  delete_delivery: 'changed-meanwhile' | 'not-found'
  delete_search_group: 'changed-meanwhile' | 'not-found'
  delete_stock_take: 'changed-meanwhile' | 'not-found'
  edit_order: 'address-incomplete' | 'already-in-order' | 'already-shipped' | 'changed-meanwhile' | 'date-invalid' | 'no-items-left' | 'not-editable' | 'not-enough-stock' | 'not-found' | 'price-changed' | 'quantity-invalid' | 'withdrawn'
  end_offer: 'already-over' | 'not-found'
  end_recall: 'already-ended' | 'fields-missing' | 'not-found'
  erase_customer: 'has-open-orders' | 'not-found'
  exchange_recalled_pieces: 'not-enough-stock' | 'not-found' | 'nothing-recalled'
  make_offers: 'changed-meanwhile' | 'lines-invalid' | 'not-found' | 'overlaps' | 'times-invalid'
  move_category: 'changed-meanwhile' | 'not-found'
  move_order: 'move-not-allowed' | 'not-found' | 'recalled' | 'status-changed'
  move_orders: 'not-found' | 'too-many'
  place_order: 'address-incomplete' | 'cart-changed' | 'cart-empty' | 'delivery-changed' | 'key-missing' | 'key-reused' | 'not-signed-in' | 'open-total-exceeded' | 'order-too-large' | 'payment-method-not-accepted' | 'quantity-invalid' | 'too-many-orders' | 'too-many-products'
  place_orders: 'address-incomplete' | 'cart-changed' | 'cart-empty' | 'delivery-changed' | 'key-missing' | 'key-reused' | 'not-signed-in' | 'open-total-exceeded' | 'order-too-large' | 'payment-method-not-accepted' | 'quantity-invalid' | 'too-many-orders' | 'too-many-products'
  place_phone_order: 'address-incomplete' | 'cart-changed' | 'cart-empty' | 'customer-gone' | 'delivery-changed' | 'email-invalid' | 'email-known' | 'email-of-staff' | 'key-missing' | 'key-reused' | 'not-found' | 'not-signed-in' | 'note-invalid' | 'open-total-exceeded' | 'order-too-large' | 'payment-method-not-accepted' | 'quantity-invalid' | 'too-many-orders' | 'too-many-products'
  receive_delivery: 'already-received' | 'changed-meanwhile' | 'lines-invalid' | 'not-found' | 'reason-missing'
  record_door_payment: 'changed-meanwhile' | 'not-delivered' | 'not-found' | 'payment-missing' | 'refunded-already'
  record_test_email: 'not-found' | 'too-many-tries'
  refund_order: 'amount-differs' | 'changed-meanwhile' | 'delivery-refunded' | 'free-amount-invalid' | 'key-reused' | 'method-missing' | 'more-than-bought' | 'more-than-remains' | 'not-delivered' | 'not-found' | 'not-paid' | 'nothing-chosen' | 'nothing-remains' | 'payment-missing' | 'quantity-invalid' | 'reason-missing'
  remove_demonstration: 'not-found'
  request_stock_alert: 'in-stock' | 'not-found'
  retry_email: 'not-found' | 'sent-already' | 'under-way'
  save_content: 'changed-meanwhile' | 'not-found'
  save_delivery: 'already-received' | 'changed-meanwhile' | 'lines-invalid' | 'not-found'
  save_order_tracking: 'changed-meanwhile' | 'not-found' | 'not-shipped' | 'tracking-invalid'
  save_product_import: 'already-imported' | 'changed-meanwhile' | 'not-found'
  save_search_group: 'changed-meanwhile' | 'confirm' | 'name-taken' | 'not-found' | 'too-few-words' | 'too-many-groups' | 'too-many-words' | 'word-not-searchable' | 'word-too-long'
  save_settings: 'changed-meanwhile' | 'not-found'
  save_stock_take: 'already-applied' | 'changed-meanwhile' | 'counts-invalid' | 'not-found'
  send_enquiry: 'kept-locally' | 'too-many-waiting'
  send_recall_emails: 'already-sent' | 'not-found' | 'recipients-changed'
  set_category_position: 'not-found'
  set_featured_order: 'changed-meanwhile' | 'not-found' | 'order-invalid'
  set_product_pairings: 'not-found' | 'picks-invalid'
  ship_order: 'move-not-allowed' | 'not-found' | 'recalled' | 'status-changed' | 'tracking-invalid'
  start_recall: 'already-recalled' | 'batches-missing' | 'fields-missing' | 'not-found'
  start_stock_take: 'not-found' | 'scope-invalid' | 'too-many'
  suspend_administrator: 'changed-meanwhile' | 'not-found' | 'own-role'
  undo_order_move: 'not-found' | 'nothing-to-undo' | 'status-changed' | 'too-late'
  undo_order_moves: 'not-found' | 'too-many'
  undo_price_change: 'all-changed-since' | 'already-undone' | 'not-found' | 'too-late'
  undo_product_import: 'already-undone' | 'not-found' | 'not-imported' | 'too-late'
  update_product_stock: 'below-zero' | 'fields-missing' | 'not-found' | 'too-many'
}

/** The fields of values and refusals, of those that have some. */
export type ProcedureFields = {
  add_stock_take_product: { value: { version: unknown } }
  apply_product_import: { value: { lines: unknown; subject: unknown }; 'products-changed': { lines: unknown; constraint?: unknown } }
  apply_stock_take: { value: { version: unknown; counted: unknown; changed: unknown }; 'counts-refused': { products: unknown } }
  cancel_customer_orders: { value: { cancelled: unknown; kept: unknown } }
  cancel_order: { value: { status: unknown; already_cancelled: unknown }; 'status-changed': { status: unknown } }
  change_prices: { value: { products: unknown }; 'changed-meanwhile': { products: unknown } }
  delete_search_group: { value: { id: unknown } }
  edit_order: { value: { total_amount: unknown; version: unknown }; 'address-incomplete': { fields: unknown }; 'not-enough-stock': { lines: unknown }; 'price-changed': { lines: unknown }; withdrawn: { lines: unknown } }
  end_offer: { value: { was_running: unknown } }
  end_recall: { value: { pieces: unknown } }
  erase_customer: { value: { emails: unknown; account_email: unknown; order_ids: unknown }; 'has-open-orders': { orders: unknown } }
  exchange_recalled_pieces: { value: { items: unknown }; 'not-enough-stock': { items: unknown } }
  make_offers: { value: { offers: unknown }; 'changed-meanwhile': { products: unknown }; overlaps: { names: unknown } }
  move_category: { value: { place: unknown } }
  move_order: { value: { status: unknown }; recalled: { items: unknown }; 'status-changed': { status: unknown } }
  move_orders: { value: unknown[]; 'too-many': { max: unknown } }
  place_order: { value: { order_id: unknown; total_amount: unknown; status: unknown; repeated: unknown }; 'address-incomplete': { fields: unknown }; 'cart-changed': { lines: unknown }; 'delivery-changed': { is_offered: unknown; charge: unknown; seen_charge: unknown }; 'key-reused': { status: unknown }; 'open-total-exceeded': { open_total: unknown; max: unknown; max_verified: unknown; is_verified: unknown }; 'order-too-large': { max: unknown }; 'too-many-orders': { retry_after_seconds: unknown }; 'too-many-products': { max: unknown } }
  place_orders: { value: { order_id: unknown; total_amount: unknown; status: unknown; repeated: unknown }; 'address-incomplete': { fields: unknown }; 'cart-changed': { lines: unknown }; 'delivery-changed': { is_offered: unknown; charge: unknown; seen_charge: unknown }; 'key-reused': { status: unknown }; 'open-total-exceeded': { open_total: unknown; max: unknown; max_verified: unknown; is_verified: unknown }; 'order-too-large': { max: unknown }; 'too-many-orders': { retry_after_seconds: unknown }; 'too-many-products': { max: unknown } }
  place_phone_order: { value: { order_id: unknown; total_amount: unknown; status: unknown; repeated: unknown }; 'address-incomplete': { fields: unknown }; 'cart-changed': { lines: unknown }; 'delivery-changed': { is_offered: unknown; charge: unknown; seen_charge: unknown }; 'email-known': { customer_id: unknown }; 'key-reused': { status: unknown }; 'open-total-exceeded': { open_total: unknown; max: unknown; max_verified: unknown; is_verified: unknown }; 'order-too-large': { max: unknown }; 'too-many-orders': { retry_after_seconds: unknown }; 'too-many-products': { max: unknown } }
  receive_delivery: { value: { version: unknown; lines: unknown; pieces: unknown }; 'lines-invalid': { lines?: unknown } }
  record_door_payment: { value: { door_payment: unknown } }
  record_test_email: { 'too-many-tries': { retry_after_seconds: unknown } }
  refund_order: { value: { refund_id: unknown; amount: unknown; already_refunded: unknown }; 'amount-differs': { amount: unknown }; 'key-reused': { amount: unknown }; 'more-than-bought': { lines: unknown }; 'more-than-remains': { amount: unknown; remaining: unknown } }
  remove_demonstration: { value: { deleted: unknown; switched_off: unknown; categories_deleted: unknown } }
  save_delivery: { value: { version: unknown } }
  save_order_tracking: { value: { version: unknown }; 'not-shipped': { status: unknown } }
  save_product_import: { value: { version: unknown } }
  save_search_group: { value: { id: unknown; version: unknown }; 'changed-meanwhile': { current: unknown }; 'name-taken': { word: unknown }; 'too-few-words': { min: unknown }; 'too-many-groups': { max: unknown }; 'too-many-words': { max: unknown; count: unknown }; 'word-not-searchable': { word: unknown }; 'word-too-long': { word: unknown; max: unknown } }
  save_stock_take: { value: { version: unknown } }
  send_recall_emails: { value: { mailed: unknown; without_email: unknown } }
  set_category_position: { value: { place: unknown } }
  ship_order: { value: { status: unknown }; recalled: { items: unknown }; 'status-changed': { status: unknown } }
  start_recall: { value: { recall_id: unknown; repeated: unknown } }
  undo_order_move: { value: { status: unknown }; 'status-changed': { status: unknown } }
  undo_order_moves: { value: unknown[]; 'too-many': { max: unknown } }
  undo_price_change: { value: { undone: unknown; kept: unknown } }
  undo_product_import: { value: { undone: unknown; kept: unknown } }
  update_product_stock: { value: { stock: unknown }; 'below-zero': { stock: unknown }; 'too-many': { stock: unknown } }
}

/** The arguments that are sent as JSON. */
export const JSON_ARGUMENTS: Record<string, readonly string[]> = {
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
