/** Section 6 of the spec as rights of database roles: what db/policies.sql and the procedures are held to. */
export const ROLES = ['visitor', 'customer', 'admin', 'worker', 'accounts'] as const
export type Role = (typeof ROLES)[number]
export type Expected = Partial<Record<Role, string>>

const PROFILE_FIELDS = 'address, city, country, full_name, phone, post_code'
const PRODUCT_FIELDS =
  'allergy_advice, badge, brand, category_id, description, dietary_info, image_url, ingredients, is_active, is_best_seller, is_featured, lifestyle, manufacturer, name, net_weight, nutrition_info, price, storage_instructions'
const accountsAlone: Expected = { accounts: 'select, insert, update, delete' }

/** §6 on tables: whoever is not named may do nothing. A table that is not named here fails the test. */
export const TABLES: Record<string, Expected> = {
  'public.categories': {
    visitor: 'select',
    customer: 'select',
    worker: 'select',
    admin: 'select, insert (description, id, image_url, name, slug), update (description, image_url, name)',
  },
  'public.category_counts': { visitor: 'select', customer: 'select', admin: 'select', worker: 'select' },
  'public.products': {
    visitor: 'select',
    customer: 'select',
    worker: 'select',
    admin: `select, insert (${[...PRODUCT_FIELDS.split(', '), 'id', 'slug', 'stock'].sort().join(', ')}), update (${PRODUCT_FIELDS})`,
  },
  'public.pictures': { visitor: 'select', customer: 'select', admin: 'select', worker: 'select, insert, delete' },
  'public.user_profiles': {
    customer: `select, update (${PROFILE_FIELDS})`,
    admin: `select, update (${PROFILE_FIELDS})`,
    worker: 'select',
    accounts: `select, insert (${[...PROFILE_FIELDS.split(', '), 'email', 'user_id'].sort().join(', ')}), update (email)`,
  },
  'public.orders': { customer: 'select', admin: 'select', worker: 'select' },
  'public.order_items': { customer: 'select', admin: 'select', worker: 'select' },
  'public.order_history': {
    customer: 'select (actor_kind, at, event, from_status, id, order_id, reason, to_status)',
    admin: 'select',
  },
  'public.inventory_adjustments': { admin: 'select' },
  'public.audit_events': { admin: 'select' },
  'public.outbox': {
    worker: 'select, insert, update, delete',
    accounts: 'insert (dedupe_key, kind, payload, recipient)',
  },
  'public.idempotency_keys': { customer: 'select (key, order_id, user_id)' },
  'accounts.administrator': accountsAlone,
  'accounts.user': accountsAlone,
  'accounts.account': accountsAlone,
  'accounts.session': accountsAlone,
  'accounts.verification': accountsAlone,
  'accounts.rate_limit': accountsAlone,
  'ninth_bend.migrations': {},
  'ninth_bend.definitions': {},
}

/** §7: who may call what; a function that is not named here fails the test. */
export const FUNCTIONS: Record<string, readonly Role[]> = {
  place_order: ['customer'],
  cancel_order: ['customer', 'admin'],
  move_order: ['admin'],
  edit_order: ['admin'],
  update_product_stock: ['admin'],
  find_orders: ['admin'],
  find_order_neighbours: ['admin'],
  find_products: ['admin'],
  is_admin: ['visitor', 'customer', 'admin'],
  acting_user_id: ['visitor', 'customer', 'admin'],
  working_days_after: ['admin'],
  is_bank_holiday: ['admin'],
  order_search_terms: [],
  done: [],
  refused: [],
  note_change: [],
  note_profile_change: [],
  note_initial_stock: [],
  refuse_change: [],
  record_catalogue_change: [],
  count_new_category: [],
  count_new_products: [],
  count_changed_product: [],
}
