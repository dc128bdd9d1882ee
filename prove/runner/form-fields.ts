/**
 * Intents, fields and parameters of all forms; tests/tooling/proof-form-fields.test.ts compares them with the sources.
 * Names that contain item IDs (quantities, removals) are not listed.
 */
export const INTENTS = [
  'add', 'app', 'begin', 'cancel', 'cancel-customer', 'chosen', 'confirm', 'edit', 'move', 'off', 'password', 'recovery', 'recovery-codes', 'resend', 'send-again',
  'sign-out', 'stock', 'switch', 'test-email', 'undo', 'verify',
] as const

/** Parts of manufacturer and nutrition have names like `manufacturer.city`. */
export const FIELDS = [
  'address', 'all_mark', 'all_of', 'allergy_advice', 'area', 'badge', 'begin_password', 'brand', 'category_id', 'change', 'city', 'code',
  'confirm_password', 'confirmed', 'country', 'current_password', 'customer_note', 'description', 'dietary_info', 'email', 'estimated_delivery', 'expected_status',
  'full_name', 'id', 'idempotency_key', 'image', 'ingredients', 'intent', 'is_active', 'is_best_seller', 'is_featured', 'keep_address', 'key',
  'lifestyle', 'lines', 'mail_id', 'manufacturer', 'name', 'net_weight', 'nutrition_info', 'order_id', 'order_ids', 'password', 'payment_method', 'phone', 'place', 'place_seen',
  'post_code', 'price', 'product_id', 'proof_code', 'proof_password', 'reason', 'recovery_code', 'remember', 'seen', 'stock', 'stock_seen',
  'storage_instructions', 'version', 'was_asked', 'what',
] as const

/** Query parameters of pages. */
export const PARAMETERS = [
  'about', 'add', 'after', 'ask', 'before', 'cancel', 'category', 'days', 'edit', 'filter', 'from', 'ids', 'kind', 'notice', 'page', 'return',
  'search', 'show', 'sort', 'status', 'step', 'stock', 'submitted', 'to', 'token', 'who',
] as const

export type Intent = (typeof INTENTS)[number]
export type FormField = (typeof FIELDS)[number]
/** A form submission, with known fields only. */
export type FormSubmission = Readonly<Partial<Record<Exclude<FormField, 'intent'>, string>> & { intent?: Intent }>
