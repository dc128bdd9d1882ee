import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Admin } from '#shop/permissions.ts'
import { findAllOrderIds, referenceNeighbours } from '#tests/fixtures/databases/reference-lists.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { insertAdmin } from '#tests/fixtures/databases/test-records.ts'

/** More than a search scans first, so that it continues with the customers' texts. */
const ORDERS = 3000
/** All of these customers moved: none of their newest orders has the former city. */
const MOVED_BEFORE = 600
/** Orders of 101 customers in turn; every three share a time. Some have another name than their customer's other orders. */
const FILL = `
  insert into orders (id, user_id, total_amount, shipping_address, status, created_at, estimated_delivery, actual_delivery)
  select md5('order' || n)::uuid, md5('customer' || c)::uuid, 5, jsonb_build_object(
      'full_name', (array['Siobhán O’Hara', 'Priya Nair', 'Joe St_John', 'Mary Cafe', 'Bea 50%'])[1 + c % 5] || case when n % 7 = 0 then ' Menon' else '' end,
      'phone', '07700 900' || 100 + c, 'post_code', 'EC1V 9HX', 'address', c || ' St Mary’s  Terrace', 'country', 'United Kingdom',
      'city', case when n > ${ORDERS} - ${MOVED_BEFORE} then 'King''s Lynn' else 'Luton' end,
      'email', 'shopper' || c || case when c % 3 = 0 then '@pepper.example' else '@x_y.example' end),
    s.status, now() - interval '1 hour' * (n / 3), now(), case when s.status = 'delivered' then now() end
    from generate_series(1, ${ORDERS}) n, lateral (select n * 7 % 101 as c) customer,
      lateral (select case when n % 5 = 0 then 'cancelled' when n < 50 then 'pending' else 'delivered' end as status) s`

/** The ID of the order with the highest number. */
const OLDEST = 'da61b007-419a-28c3-1f02-eb1fa313b85b'

let database: TestDatabase
let superuser: Client
let owner: Admin
let packer: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  superuser = new Client({
    connectionString: withDatabaseName(inject('testServer').administrator, row!.name),
  })
  await superuser.connect()
  await superuser.query(FILL)
  await superuser.query(
    `update orders set shipping_address = jsonb_set(shipping_address, '{city}', '"Hull"') where left(id::text, 1) = '7'`,
  )
  await superuser.query('analyze')
  owner = await insertAdmin(database)
  packer = await insertAdmin(database, 'packer')
})
afterAll(async () => {
  await superuser.end()
  await database.close()
})

async function callAs<Row extends object>({ userId }: Admin, call: string, values: unknown[]) {
  await superuser.query(`select set_config('app.user_id', $1, false)`, [userId])
  return (await superuser.query<Row>(call, values)).rows[0]!
}

test.each([
  'lynn',
  "king's lynn",
  'lynn nair',
  'terrace lynn o hara',
  'menon lynn',
  'luton',
  'hu',
  'ohara',
  'st_john',
  '50%',
  's%y',
  '0770090015',
  'cafe',
  'nobody',
  OLDEST.slice(0, 4),
])(
  'ORDER-29 ORDER-30 ORDER-42 %s finds the same among thousands of orders as all of them do',
  async (word) => {
    for (const status of [null, 'delivered', 'cancelled'] as const) {
      const expected = await findAllOrderIds(database, { search: word, status })
      for (const actor of [owner, packer])
        for (const limit of new Set([1, 60, Math.max(expected.length, 1), 1001])) {
          const { ids } = await callAs<{ ids: string[] }>(actor, 'select search_orders($1, $2, $3) as ids', [
            word,
            status,
            limit,
          ])
          expect(ids, `${actor.role} ${status} ${limit}`).toEqual(expected.slice(0, limit))
        }
      for (const id of new Set([OLDEST, expected[0] ?? OLDEST, expected.at(-2) ?? OLDEST]))
        expect(
          await callAs(owner, 'select * from find_order_neighbours($1, $2, $3)', [id, word, status]),
          `${status} ${id}`,
        ).toEqual(await referenceNeighbours(database, id, { search: word, status }))
    }
  },
)

test('ORDER-29 packers do not find older orders by email, alone or beside another word', async () => {
  for (const word of ['shopper3@', 'x_y.example', 'lynn shopper3']) {
    const find = (actor: Admin) =>
      callAs<{ ids: string[] }>(actor, 'select search_orders($1, null, 60) as ids', [word])
    expect((await find(owner)).ids.length, word).toBeGreaterThan(0)
    expect((await find(packer)).ids, word).toEqual([])
    expect(
      await callAs(packer, 'select * from find_order_neighbours($1, $2, null)', [OLDEST, word]),
      word,
    ).toEqual({ previous_id: null, next_id: null })
  }
})
