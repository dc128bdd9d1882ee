import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let honey: string
let tea: string
beforeAll(async () => {
  database = await createTestDatabase()
  honey = await insertCategory(database, 'Honey')
  tea = await insertCategory(database, 'Tea')
})
afterAll(() => database.close())

/** Categories whose counts differ from counting their products. */
const wrongCounts = () =>
  database.query(`
    select c.name, k.products, k.best_sellers, count(p.id) as are, count(p.id) filter (where p.is_best_seller) as are_best_sellers
      from categories c left join category_counts k on k.category_id = c.id left join products p on p.category_id = c.id and p.is_active
     group by c.id, k.category_id
    having (k.products, k.best_sellers) is distinct from (count(p.id)::int, (count(p.id) filter (where p.is_best_seller))::int)`)
const countsOf = async (category: string) =>
  (
    await database.query<{ products: number; best_sellers: number }>(
      'select products, best_sellers from category_counts where category_id = $1',
      [category],
    )
  )[0]
const change = (id: string, what: string) => database.query(`update products set ${what} where id = $1`, [id])

test('CATALOGUE-12 a product is counted while shoppers can see it, and as a best seller while it is one', async () => {
  expect(await countsOf(honey)).toEqual({ products: 0, best_sellers: 0 })
  const { id } = await insertProduct(database, { category_id: honey })
  await insertProduct(database, { category_id: honey, is_active: false })
  expect(await countsOf(honey)).toEqual({ products: 1, best_sellers: 0 })
  await change(id, 'is_best_seller = true')
  expect(await countsOf(honey)).toEqual({ products: 1, best_sellers: 1 })
  await change(id, 'is_active = false')
  expect(await countsOf(honey)).toEqual({ products: 0, best_sellers: 0 })
  await change(id, `is_active = true, category_id = '${tea}'`)
  expect([await countsOf(honey), await countsOf(tea)]).toEqual([
    { products: 0, best_sellers: 0 },
    { products: 1, best_sellers: 1 },
  ])
})

test('a thousand products brought in, moved and taken out at once are counted right', async () => {
  await database.query(
    `
    insert into products (slug, name, category_id, price, stock, is_active, is_best_seller, brand, manufacturer)
    select 'many-' || n, 'Many ' || n, (case when n % 3 = 0 then $1 else $2 end)::uuid, 1, 0, n % 5 <> 0, n % 4 = 0, 'Ninth Bend',
           '{"name":"","address":"","city":"","country":""}'::jsonb from generate_series(1, 1000) n`,
    [honey, tea],
  )
  expect(await wrongCounts()).toEqual([])
  await database.query(
    `update products set category_id = $1, is_active = not is_active where slug like 'many-%7'`,
    [honey],
  )
  await database.query(
    `update products set is_best_seller = not is_best_seller, is_active = true where slug like 'many-%2'`,
  )
  await database.query(`delete from products where slug like 'many-%4'`)
  expect(await wrongCounts()).toEqual([])
})

test('products that change places at once, both ways, do not wait for each other', async () => {
  const goods = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      insertProduct(database, { category_id: place % 2 ? honey : tea }),
    ),
  )
  await Promise.all(goods.map(({ id }, place) => change(id, `category_id = '${place % 2 ? tea : honey}'`)))
  expect(await wrongCounts()).toEqual([])
})

test('a sale does not touch the counts', async () => {
  const { id } = await insertProduct(database, { category_id: honey })
  const stamp = () => database.query('select xmin::text from category_counts where category_id = $1', [honey])
  const before = await stamp()
  await change(id, 'stock = stock - 1')
  expect(await stamp()).toEqual(before)
})
