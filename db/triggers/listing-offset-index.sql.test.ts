import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let honey: string
beforeAll(async () => {
  database = await createTestDatabase()
  honey = await insertCategory(database, 'Honey')
})
afterAll(() => database.close())

/** Every bucket whose number is not what counting its products gives. */
const wrongSteps = () =>
  database.query(`
    select sort, bucket, l.products, c.products as are from listing_offset_index l
      full join (select k.sort, k.bucket, count(*)::int as products from products p, listing_offset_buckets_of(p.is_featured, p.name, p.price, p.created_at) k
                  where p.is_active group by k.sort, k.bucket) c using (sort, bucket)
     where coalesce(l.products, 0) <> coalesce(c.products, 0)`)
const stepsHeld = () =>
  database.query(
    'select sort, bucket, products from listing_offset_index where products <> 0 order by sort, bucket',
  )
const change = (id: string, what: string) => database.query(`update products set ${what} where id = $1`, [id])

test('CATALOGUE-11 a product stands on one bucket of each order while shoppers can see it', async () => {
  const { id } = await insertProduct(database, {
    category_id: honey,
    name: 'Árbol Honey',
    price: 12.39,
    is_active: false,
  })
  expect(await stepsHeld()).toEqual([])
  await change(id, `is_active = true, created_at = '2026-02-28 23:59:59+00'`)
  const steps = (name: string, price: string, age: string) => [
    { sort: 'age', bucket: age, products: 1 },
    { sort: 'name', bucket: name, products: 1 },
    { sort: 'price', bucket: price, products: 1 },
  ]
  expect(await stepsHeld()).toEqual(steps('1árb', '00000012.3', '2026-02-01'))
  await change(
    id,
    `price = 12.4, is_featured = true, name = 'Wild Honey', created_at = '2026-03-01 00:00:00+00'`,
  )
  expect(await stepsHeld()).toEqual(steps('0wil', '00000012.4', '2026-03-01'))
  await change(id, 'is_active = false')
  expect(await stepsHeld()).toEqual([])
})

test('a thousand products brought in, changed and taken out at once are counted right', async () => {
  await database.query(
    `
    insert into products (slug, name, category_id, price, stock, is_active, is_featured, brand, manufacturer)
    select 'many-' || n, 'Many ' || n, $1, n % 37 + 0.05, 0, n % 5 <> 0, n % 4 = 0, 'Ninth Bend',
           '{"name":"","address":"","city":"","country":""}'::jsonb from generate_series(1, 1000) n`,
    [honey],
  )
  expect(await wrongSteps()).toEqual([])
  await database.query(
    `update products set price = price + 0.5, is_active = not is_active where slug like 'many-%7'`,
  )
  await database.query(
    `update products set is_featured = not is_featured, name = 'Few ' || slug where slug like 'many-%2'`,
  )
  await database.query(`delete from products where slug like 'many-%4'`)
  expect(await wrongSteps()).toEqual([])
})

test('products that change places at once, both ways, do not wait for each other', async () => {
  const goods = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      insertProduct(database, { category_id: honey, price: place % 2 ? 1 : 2 }),
    ),
  )
  await Promise.all(goods.map(({ id }, place) => change(id, `price = ${place % 2 ? 2 : 1}`)))
  expect(await wrongSteps()).toEqual([])
})

test('a sale does not come to the steps at all', async () => {
  const { id } = await insertProduct(database, { category_id: honey })
  const changed = (what: string) =>
    database.query(`
      create or replace function update_listing_offset_index() returns trigger language plpgsql as 'begin raise exception ''came here''; end';
      update products set ${what} where id = '${id}';
      do 'begin raise exception ''went by''; end'`)
  await expect(changed('stock = stock - 1')).rejects.toThrow('went by')
  await expect(changed('price = price + 1')).rejects.toThrow('came here')
})
