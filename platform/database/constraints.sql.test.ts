import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCategory,
  insertCustomer,
  insertOrder,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { DEFAULT_LOW_STOCK_THRESHOLD, MAX_LINE_QUANTITY, PAYMENT_METHODS } from '#shop/constants.ts'
import { isMailKind } from '#features/mail/outbox/mail-kinds.ts'
import { awaitsDispatch, isOrderOpen, ORDER_STATUSES } from '#features/orders/order-status.ts'

let database: TestDatabase
let honey: TestProduct
let order: string
let category: string

beforeAll(async () => {
  database = await createTestDatabase()
  category = await insertCategory(database)
  honey = await insertProduct(database, { category_id: category })
  order = await insertOrder(database, {
    customer: await insertCustomer(database),
    lines: [{ product: honey, quantity: 1 }],
  })
})
afterAll(() => database.close())

const products = (change: string, guard: string) =>
  [`update products set ${change} where id = $1`, () => [honey.id], guard] as const
const orders = (change: string, guard: string) =>
  [`update orders set ${change} where id = $1`, () => [order], guard] as const
const items = (change: string, guard: string) =>
  [`update order_items set ${change} where order_id = $1`, () => [order], guard] as const

/** Constraints must reject them even from the table owner, for whom row-level security does not apply. */
const WRONG: Record<string, readonly [statement: string, values: () => unknown[], guard: string]> = {
  'a stock below zero': products('stock = -1', 'products_stock_check'),
  'a price below zero': products('price = -0.01', 'pounds_check'),
  'a price beyond what a line can hold': products('price = 100000', 'price_check'),
  'a product without a name': products(`name = '  '`, 'short_name_check'),
  'a product with an endless name': products(`name = repeat('x', 201)`, 'short_name_check'),
  'a product of no category': products('category_id = gen_random_uuid()', 'products_category_id_fkey'),
  'an empty optional text instead of none': products(`ingredients = ''`, 'long_text_check'),
  'nutrition that is no map': products(`nutrition_info = '[]'`, 'nutrition_facts_check'),
  'nutrition without one of the four': products(
    `nutrition_info = nutrition_info - 'fat'`,
    'nutrition_facts_check',
  ),
  'a nutrient that is text': products(
    `nutrition_info = jsonb_set(nutrition_info, '{fat,value}', '"3"')`,
    'nutrition_facts_check',
  ),
  'a nutrient below zero': products(
    `nutrition_info = jsonb_set(nutrition_info, '{fat,value}', '-1')`,
    'nutrition_facts_check',
  ),
  'a nutrient without a unit': products(
    `nutrition_info = nutrition_info #- '{fat,unit}'`,
    'nutrition_facts_check',
  ),
  'allergens that lack one of the 14': products(
    `allergens = allergens - 'milk'`,
    'allergen_statements_check',
  ),
  'an allergen beyond the 14': products(
    `allergens = allergens || '{"kiwi": "free"}'`,
    'allergen_statements_check',
  ),
  'an allergen with another statement': products(
    `allergens = allergens || '{"milk": "maybe"}'`,
    'allergen_statements_check',
  ),
  'an allergen without a statement': products(
    `allergens = allergens || '{"milk": null}'`,
    'allergen_statements_check',
  ),
  'a manufacturer without an address': products(
    `manufacturer = manufacturer - 'address'`,
    'manufacturer_details_check',
  ),
  'a manufacturer without a name': products(
    `manufacturer = manufacturer || '{"name": null}'`,
    'manufacturer_details_check',
  ),
  'a manufacturer with more than an address': products(
    `manufacturer = manufacturer || '{"web": "x"}'`,
    'manufacturer_details_check',
  ),
  'a second product with the slug of another': [
    `insert into products (slug, name, category_id, price, stock, brand, manufacturer)
    select slug, name, category_id, price, stock, brand, manufacturer from products where id = $1`,
    () => [honey.id],
    'products_slug_key',
  ],
  'a slug with a space': [`insert into categories (name, slug) values ('X', 'a b')`, () => [], 'slug_check'],
  'a slug with capitals': [`insert into categories (name, slug) values ('X', 'Ab')`, () => [], 'slug_check'],
  'a slug with two hyphens in a row': [
    `insert into categories (name, slug) values ('X', 'a--b')`,
    () => [],
    'slug_check',
  ],
  'a slug that climbs out of its folder': [
    `insert into categories (name, slug) values ('X', '../b')`,
    () => [],
    'slug_check',
  ],
  'an empty slug': [`insert into categories (name, slug) values ('X', '')`, () => [], 'slug_check'],
  'another slug for a product': products(`slug = 'other'`, 'a slug never changes'),
  'another slug for a category': [
    `update categories set slug = 'other' where id = $1`,
    () => [category],
    'a slug never changes',
  ],
  'an unknown status': [
    `insert into orders (user_id, total_amount, shipping_address, status, estimated_delivery)
    select user_id, total_amount, shipping_address, 'lost', estimated_delivery from orders where id = $1`,
    () => [order],
    'order_status_check',
  ],
  'an unknown payment method': orders(`payment_method = 'bitcoin'`, 'orders_payment_method_check'),
  'a total below zero': orders('total_amount = -1', 'pounds_check'),
  'a day of arrival for what has not arrived': orders(
    'actual_delivery = now()',
    'actual_delivery_when_delivered',
  ),
  'delivered without a day of arrival': [
    `insert into orders (user_id, total_amount, shipping_address, status, estimated_delivery)
    select user_id, total_amount, shipping_address, 'delivered', estimated_delivery from orders where id = $1`,
    () => [order],
    'actual_delivery_when_delivered',
  ],
  'an order of another customer': orders('user_id = gen_random_uuid()', 'an order keeps its id'),
  'an order of another time': orders(`created_at = created_at - interval '1 day'`, 'an order keeps its id'),
  'an address with a field missing': orders(
    `shipping_address = shipping_address - 'city'`,
    'shipping_address_check',
  ),
  'an address with a blank field': orders(
    `shipping_address = shipping_address || '{"city": " "}'`,
    'shipping_address_check',
  ),
  'an address with a field of its own': orders(
    `shipping_address = shipping_address || '{"role": "admin"}'`,
    'shipping_address_check',
  ),
  'a quantity of none': items('quantity = 0', 'order_items_quantity_check'),
  'a quantity beyond the limit': items(`quantity = ${MAX_LINE_QUANTITY + 1}`, 'order_items_quantity_check'),
  'a subtotal by hand': items('subtotal = 1', 'can only be updated to DEFAULT'),
  'an item without a name': items(`product_name = ' '`, 'short_name_check'),
  'one product twice in an order': [
    `insert into order_items (order_id, line_number, product_id, quantity, price, product_name) values ($1, 2, $2, 1, 1, 'X')`,
    () => [order, honey.id],
    'order_items_order_id_product_id_key',
  ],
  'a change of stock by nothing': [
    `insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, stock_after) values ($1, 0, 'x', 'manual_adjustment', 'system', 1)`,
    () => [honey.id],
    'inventory_adjustments_quantity_change_check',
  ],
  'a change of stock without a reason': [
    `insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, stock_after) values ($1, 1, ' ', 'manual_adjustment', 'system', 1)`,
    () => [honey.id],
    'short_text_check',
  ],
  'a change of stock by nobody': [
    `insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, stock_after) values ($1, 1, 'x', 'manual_adjustment', 'admin', 1)`,
    () => [honey.id],
    'inventory_adjustments_check',
  ],
  'goods taken twice for one order': [
    `insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, order_id, stock_after) values ($1, -1, 'x', 'order_placed', 'system', $2, 1)`,
    () => [honey.id, order],
    'inventory_adjustments_once_per_order',
  ],
  'a ledger row that is rewritten': [
    `update inventory_adjustments set quantity_change = 5 where product_id = $1`,
    () => [honey.id],
    'rows are only ever added',
  ],
  'a ledger row that is deleted': [
    `delete from inventory_adjustments where product_id = $1`,
    () => [honey.id],
    'rows are only ever added',
  ],
  'an emptied ledger': ['truncate inventory_adjustments cascade', () => [], 'rows are only ever added'],
  'a history that is rewritten': [
    `update order_history set reason = 'x' where order_id = $1`,
    () => [order],
    'rows are only ever added',
  ],
  'a history that is deleted': [
    `delete from order_history where order_id = $1`,
    () => [order],
    'rows are only ever added',
  ],
  'an emptied history': ['truncate order_history', () => [], 'rows are only ever added'],
  'an order placed twice': [
    `insert into order_history (order_id, actor_kind, actor_id, event, to_status) values ($1, 'customer', gen_random_uuid(), 'placed', 'pending')`,
    () => [order],
    'order_history_status_once',
  ],
  'a cancellation without a reason': [
    `insert into order_history (order_id, actor_kind, actor_id, event, from_status, to_status) values ($1, 'customer', gen_random_uuid(), 'cancelled', 'pending', 'cancelled')`,
    () => [order],
    'event_fields_match_event',
  ],
  'a move to nowhere': [
    `insert into order_history (order_id, actor_kind, actor_id, event, from_status, to_status) values ($1, 'admin', gen_random_uuid(), 'moved', 'shipped', 'shipped')`,
    () => [order],
    'event_fields_match_event',
  ],
  'a second mail of the same matter': [
    `insert into outbox (kind, dedupe_key) select kind, dedupe_key from outbox where payload ->> 'order_id' = $1`,
    () => [order],
    'outbox_dedupe_key_key',
  ],
  'a second key for one order': [
    `insert into idempotency_keys (user_id, key, request_hash, order_id) values (gen_random_uuid(), 'k', 'h', $1)`,
    () => [order],
    'idempotency_keys_order_id_key',
  ],
  'a picture outside its two folders': [
    `insert into pictures (image_url, key, width, height, widths) values ('/x', 'etc/passwd', 1, 1, '{1}')`,
    () => [],
    'pictures_key_check',
  ],
  'a picture that climbs out of its folder': [
    `insert into pictures (image_url, key, width, height, widths) values ('/x', 'products/../x', 1, 1, '{1}')`,
    () => [],
    'pictures_key_check',
  ],
  'a product that is deleted while an order holds it': [
    `delete from products where id = $1`,
    () => [honey.id],
    'order_items_product_id_fkey',
  ],
  'an order that is deleted': ['delete from orders where id = $1', () => [order], '_order_id_fkey'],
}

describe('STOCK-5 Invalid rows are rejected by constraints', () => {
  test.each(Object.keys(WRONG))('%s', async (what) => {
    const [statement, values, guard] = WRONG[what]!
    await expect(database.query(statement, values())).rejects.toThrow(guard)
  })
})

describe('Values that are defined in TypeScript too', () => {
  const allowed = async (constraint: string) => {
    const [row] = await database.query<{ definition: string }>(
      'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
      [constraint],
    )
    return [...row!.definition.matchAll(/'([a-z]+)'/g)].map(([, word]) => word)
  }
  test('ORDER-38 statuses and payment methods are the same in both', async () => {
    expect(await allowed('order_status_check')).toEqual([...ORDER_STATUSES])
    expect(await allowed('orders_payment_method_check')).toEqual([...PAYMENT_METHODS])
  })
  test('the lists of statuses in procedures and indexes are those of open orders, those awaiting dispatch, or steps with an email', async () => {
    const definitions = await database.query<{ name: string; definition: string }>(`
      select proname::text as name, prosrc as definition from pg_proc where pronamespace = 'public'::regnamespace and proname <> 'order_statuses'
      union all select indexname, indexdef from pg_indexes where schemaname = 'public'`)
    const found = definitions.flatMap(({ name, definition }) =>
      [
        ...definition.matchAll(/(?:status in \(|ARRAY\[)([^)\]]*'(?:pending|processing|shipped)'[^)\]]*)/g),
      ].map(
        ([, list]) => `${name}: ${[...list!.matchAll(/'(\w+)'/g)].map(([, status]) => status).join(', ')}`,
      ),
    )
    const open = ORDER_STATUSES.filter(isOrderOpen).join(', ')
    expect(found.toSorted()).toEqual([
      `cancel_customer_orders: ${ORDER_STATUSES.filter(awaitsDispatch).join(', ')}`,
      `edit_order: ${ORDER_STATUSES.filter(awaitsDispatch).join(', ')}`,
      `find_recall_recipients: ${ORDER_STATUSES.filter(awaitsDispatch).join(', ')}`,
      `list_orders_to_send: ${ORDER_STATUSES.filter(awaitsDispatch).join(', ')}`,
      `list_orders_to_send: ${ORDER_STATUSES.filter(awaitsDispatch).join(', ')}`,
      `list_orders_to_send: ${ORDER_STATUSES.filter(awaitsDispatch).join(', ')}`,
      `list_orders_to_send: ${ORDER_STATUSES.filter(awaitsDispatch).join(', ')}`,
      `move_order: ${ORDER_STATUSES.filter((status) => status !== 'cancelled' && isMailKind(`order-${status}`)).join(', ')}`,
      `open_orders_by_customer: ${open}`,
      `own_order_allowance: ${open}`,
      `read_order_limits: ${open}`,
      `recalled_pieces_by_batch: ${ORDER_STATUSES.filter(awaitsDispatch).join(', ')}`,
    ])
  })
  test('SETTING-12 without the setting, stock is low as the server would set it first', async () => {
    await database.query(`delete from settings where name = 'low_stock_threshold'`)
    expect(await database.query('select low_stock_threshold() as threshold')).toEqual([
      { threshold: DEFAULT_LOW_STOCK_THRESHOLD },
    ])
  })
})

test('OPERATIONS-4 short IDs of orders placed together differ', async () => {
  const [row] = await database.query<{ version: string }>(
    `select substr(gen_random_uuid()::text, 15, 1) as version`,
  )
  expect(row!.version).toBe('4')
})
