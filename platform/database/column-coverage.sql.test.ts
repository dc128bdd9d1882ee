import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Columns that a trigger ignores, and why. A column that is neither here nor in the trigger fails the test. */
const COLUMNS_WITHOUT_TRIGGER: Record<string, Record<string, Record<string, string>>> = {
  products: {
    audit_update: {
      id: 'never changes, and is subject_id of the event',
      slug: 'never changes, and is in the event that adds the product',
      stock: 'is in inventory_adjustments',
      sellable_stock: 'follows from the stock, the batches and the calendar',
      featured_position: 'set_featured_order writes the event, because an order shifts others',
      version: 'is in the event',
      created_at: 'no role may change it',
      updated_at: 'is the time of the event',
    },
    invalidate_cache_tags_on_update: {
      stock: 'has after_stock_change',
      sellable_stock: 'has after_stock_change',
    },
  },
  categories: {
    audit_update: {
      id: 'never changes, and is subject_id of the event',
      slug: 'never changes, and is in the event that adds the category',
      position: 'set_category_position writes the event, because moving a category shifts others',
      version: 'is in the event',
      created_at: 'no role may change it',
      updated_at: 'is the time of the event',
    },
  },
}
/** Known without the event that adds the row. */
const NOT_IN_ADDED_EVENT = new Set([
  'created_at',
  'featured_position',
  'id',
  'sellable_stock',
  'stock',
  'updated_at',
  'version',
])

const columnsOf = async (table: string) =>
  (
    await database.query<{ name: string }>(
      'select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by 1',
      [table],
    )
  ).map(({ name }) => name)
const columnsOfTrigger = async (table: string, trigger: string) =>
  (
    await database.query<{ name: string }>(
      `select a.attname::text as name from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid and a.attnum = any (t.tgattr)
      where t.tgrelid = $1::regclass and t.tgname = $2`,
      [table, trigger],
    )
  ).map(({ name }) => name)

test.each(
  Object.entries(COLUMNS_WITHOUT_TRIGGER).flatMap(([table, triggers]) =>
    Object.entries(triggers).map(([trigger, without]) => [table, trigger, without] as const),
  ),
)(
  'AUDIT-1 a change of every column of %s starts %s, except those listed here',
  async (table, trigger, without) => {
    expect([...(await columnsOfTrigger(table, trigger)), ...Object.keys(without)].toSorted()).toEqual(
      await columnsOf(table),
    )
  },
)

test.each(['products', 'categories'])(
  'AUDIT-1 the event that adds a row of %s has every other column',
  async (table) => {
    const category = await insertCategory(database)
    const id = table === 'products' ? (await insertProduct(database, { category_id: category })).id : category
    const [event] = await database.query<{ after: object }>(
      `select after from audit_events where subject_id = $1 and event = 'added'`,
      [id],
    )
    expect(Object.keys(event!.after).toSorted()).toEqual(
      (await columnsOf(table)).filter((name) => !NOT_IN_ADDED_EVENT.has(name)),
    )
  },
)

test('AUDIT-1 an audited column is in the event that changes it', async () => {
  const { id } = await insertProduct(database)
  const columns = await columnsOfTrigger('products', 'audit_update')
  const types = await database.query<{ name: string; type: string }>(
    `select attname::text as name, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type
       from pg_attribute a join pg_type t on t.oid = a.atttypid where attrelid = 'products'::regclass and attname = any ($1) order by attnum`,
    [columns],
  )
  const other = await insertCategory(database, 'Tea')
  await database.query(
    `insert into pictures (image_url, key, width, height, widths) values ('/extra.webp', $1, 160, 160, '{160}')`,
    [`products/tea/product-${id}-1.webp`],
  )
  const newValue = (name: string, type: string) =>
    name === 'category_id'
      ? `'${other}'`
      : name === 'nutrition_info'
        ? `jsonb_set(nutrition_info, '{fat,value}', '7')`
        : name === 'allergens'
          ? `allergens || '{"milk": "contains"}'`
          : name === 'manufacturer'
            ? `manufacturer || '{"city": "Leeds"}'`
            : name === 'more_pictures'
              ? `jsonb_build_array(jsonb_build_object('image_url', '/extra.webp', 'alt', null))`
              : type === 'boolean'
                ? `not ${name}`
                : type === 'timestamp with time zone'
                  ? 'now()'
                  : name === 'reference_price'
                    ? 'price + 1'
                    : name === 'vat_rate'
                      ? '20'
                      : name === 'barcode'
                        ? `'5012345678900'`
                        : type === 'text'
                          ? `'changed'`
                          : `${name} + 1`
  for (const { name, type } of types) {
    await database.query(`update products set ${name} = ${newValue(name, type)} where id = $1`, [id])
    const [event] = await database.query<{ after: object }>(
      'select after from audit_events where subject_id = $1 order by id desc limit 1',
      [id],
    )
    expect(Object.keys(event!.after), name).toEqual([name])
  }
})
