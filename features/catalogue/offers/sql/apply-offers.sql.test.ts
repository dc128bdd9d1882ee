import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openListener, poolAddressesOf } from '#platform/database/connection/connect.server.ts'
import { backdatePrice } from '#tests/fixtures/databases/price-history.ts'
import {
  callPlaceOrder,
  insertCustomer,
  insertProduct,
  resultCode,
  toOrderLines,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type OfferTimes = { offer_price?: number; startsIn?: string; endsIn?: string }

/** The product costs £5.00; times are relative to now, such as '-1 minute'. */
async function insertOffer(
  product: TestProduct,
  { offer_price = 4, startsIn = '-1 minute', endsIn = '3 days' }: OfferTimes = {},
): Promise<string> {
  const [offer] = await database.query<{ id: string }>(
    `insert into offers (form_id, product_id, offer_price, starts_at, ends_at, made_by)
     values (gen_random_uuid(), $1, $2, now() + $3::interval, now() + $4::interval, gen_random_uuid()) returning id`,
    [product.id, offer_price, startsIn, endsIn],
  )
  return offer!.id
}
const insertPepper = () => insertProduct(database, { name: 'Pepper', price: 5, stock: 50 })
async function insertProvenPepper(days = 90) {
  const product = await insertPepper()
  await backdatePrice(database, product, days)
  return product
}
const apply = () => database.query('set role ninth_bend_worker; select apply_offers(500); reset role')
const readProduct = async ({ id }: TestProduct) =>
  (
    await database.query<{ price: number; was: number | null; on_offer: boolean; version: number }>(
      'select price, reference_price as was, offer_ends_at is not null as on_offer, version from products where id = $1',
      [id],
    )
  )[0]!
const readOffer = async (id: string) =>
  (
    await database.query<{ began: boolean; end_reason: string | null; normal_price: number | null }>(
      'select started_at is not null as began, end_reason, normal_price from offers where id = $1',
      [id],
    )
  )[0]!
const setPrice = ({ id }: TestProduct, price: number) =>
  database.query('update products set price = $2 where id = $1', [id, price])
const isOver = (id: string) =>
  database.query(
    `update offers set starts_at = starts_at - interval '9 days', ends_at = now() where id = $1`,
    [id],
  )

describe('OFFER-1 An offer', () => {
  test('sets its price when it begins and the former one when it ends, and checkout charges what is shown', async () => {
    const product = await insertProvenPepper()
    const offer = await insertOffer(product)
    const buy = async (price: number) =>
      resultCode(
        await callPlaceOrder(
          database,
          await insertCustomer(database),
          toOrderLines([{ product, quantity: 1, price }]),
        ),
      )
    // The offer should have ended, but the shop charges what it shows.
    expect(await buy(5)).toBe('done')
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4, was: 5, on_offer: true })
    expect(await readOffer(offer)).toEqual({ began: true, end_reason: null, normal_price: 5 })
    expect([await buy(5), await buy(4)]).toEqual(['cart-changed', 'done'])
    await isOver(offer)
    expect(await buy(4)).toBe('done')
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 5, was: null, on_offer: false })
    expect(await readOffer(offer)).toMatchObject({ end_reason: 'over' })
    expect([await buy(4), await buy(5)]).toEqual(['cart-changed', 'done'])
  })

  test('writes nothing before its time and nothing twice', async () => {
    const product = await insertPepper()
    await insertOffer(product, { startsIn: '1 minute' })
    await apply()
    expect(await readProduct(product)).toEqual({ price: 5, was: null, on_offer: false, version: 1 })
    const other = await insertPepper()
    await insertOffer(other)
    await apply()
    await apply()
    expect(await readProduct(other)).toMatchObject({ price: 4, version: 2 })
  })

  test('that ends in the moment in which the next begins gives way to it, without "Was"', async () => {
    const product = await insertProvenPepper()
    const first = await insertOffer(product)
    await apply()
    await isOver(first)
    await insertOffer(product, { offer_price: 3.5, startsIn: '0' })
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 3.5, was: null, on_offer: true })
  })

  test('is in the audit log as a change by the shop itself', async () => {
    const product = await insertProvenPepper()
    const offer = await insertOffer(product)
    await apply()
    await isOver(offer)
    await apply()
    const events = await database.query(
      `select actor_kind, (before ->> 'price')::numeric as was, (after ->> 'price')::numeric as is, after ? 'offer_ends_at' as says_offer
         from audit_events where subject_id = $1 and event = 'changed' order by id`,
      [product.id],
    )
    expect(events).toEqual([
      { actor_kind: 'system', was: 5, is: 4, says_offer: true },
      { actor_kind: 'system', was: 4, is: 5, says_offer: true },
    ])
  })
})

describe('OFFER-5 "Was" of an offer', () => {
  test.each([
    [27, null],
    [29, 5],
  ])('of a price charged for %s days is %s', async (days, was) => {
    const product = await insertProvenPepper(days)
    await insertOffer(product)
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4, was })
  })

  test('is not said of a product that was added today', async () => {
    const product = await insertPepper()
    await insertOffer(product)
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4, was: null, on_offer: true })
  })

  test('OFFER-6 is taken away once it was shown for as long as it was charged, and the offer goes on', async () => {
    const product = await insertProvenPepper(30)
    const offer = await insertOffer(product, { endsIn: '90 days' })
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4, was: 5 })
    const [shown] = await database.query<{ days: number }>(
      `select round(extract(epoch from reference_until - started_at) / 86400)::integer as days from offers where id = $1`,
      [offer],
    )
    expect(shown!.days).toBe(30)
    await database.query(`update offers set reference_until = now() where id = $1`, [offer])
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4, was: null, on_offer: true })
    const { version } = await readProduct(product)
    await apply()
    expect((await readProduct(product)).version).toBe(version)
  })
})

describe('OFFER-3 A price that somebody sets while an offer runs', () => {
  test('stays, and the offer is over', async () => {
    const product = await insertProvenPepper()
    const offer = await insertOffer(product)
    await apply()
    await setPrice(product, 4.75)
    expect(await readProduct(product)).toMatchObject({ price: 4.75, was: null, on_offer: false })
    expect(await readOffer(offer)).toMatchObject({ end_reason: 'price-changed' })
    await isOver(offer)
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4.75, on_offer: false })
  })

  test('stays also if it is set back to the price of the offer', async () => {
    const product = await insertPepper()
    const offer = await insertOffer(product)
    await apply()
    await setPrice(product, 6)
    await setPrice(product, 4)
    await isOver(offer)
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4, on_offer: false })
  })

  test('is no reason against the offer if only other fields are saved', async () => {
    const product = await insertPepper()
    const offer = await insertOffer(product)
    await apply()
    await database.query(`update products set price = 4, description = 'Fresh.' where id = $1`, [product.id])
    expect(await readOffer(offer)).toMatchObject({ end_reason: null })
    await isOver(offer)
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 5 })
  })

  test('before it begins becomes the price that comes back', async () => {
    const product = await insertPepper()
    const offer = await insertOffer(product, { startsIn: '1 day' })
    await setPrice(product, 6)
    await database.query('update offers set starts_at = now() where id = $1', [offer])
    await apply()
    expect(await readOffer(offer)).toMatchObject({ began: true, normal_price: 6 })
    await isOver(offer)
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 6 })
  })
})

describe('OFFER-4 An offer does not begin', () => {
  test.each<[what: string, change: string, reason: string]>([
    ['if the price is no longer above it', 'price = 4', 'not-below'],
    ['if the product is archived', 'is_active = false, archived_at = now()', 'archived'],
  ])('%s', async (_what, change, reason) => {
    const product = await insertPepper()
    const offer = await insertOffer(product)
    await database.query(`update products set ${change} where id = $1`, [product.id])
    const before = await readProduct(product)
    await apply()
    expect(await readOffer(offer)).toEqual({ began: false, end_reason: reason, normal_price: null })
    expect(await readProduct(product)).toEqual(before)
  })

  test('if the shop was off in its whole time', async () => {
    const product = await insertPepper()
    const offer = await insertOffer(product, { startsIn: '-2 days', endsIn: '-1 day' })
    await apply()
    expect(await readOffer(offer)).toMatchObject({ began: false, end_reason: 'missed' })
    expect(await readProduct(product)).toMatchObject({ price: 5, version: 1 })
  })

  test('late, but begins, if the shop was off in a part of it', async () => {
    const product = await insertPepper()
    await insertOffer(product, { startsIn: '-2 days', endsIn: '1 hour' })
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4 })
  })

  test('one of an inactive product begins, and has no "Was"', async () => {
    const product = await insertProvenPepper()
    await database.query('update products set is_active = false where id = $1', [product.id])
    await insertOffer(product)
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4, was: null })
  })

  test('one of a product that is archived while it runs ends as planned', async () => {
    const product = await insertPepper()
    const offer = await insertOffer(product)
    await apply()
    await database.query('update products set is_active = false, archived_at = now() where id = $1', [
      product.id,
    ])
    await isOver(offer)
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 5, on_offer: false })
  })
})

test('OFFER-16 beginning, end of "Was" and end remove the cached pages of the product in their commit', async () => {
  const product = await insertProvenPepper(30)
  const offer = await insertOffer(product, { endsIn: '90 days' })
  const listener = openListener(database.connectionString)
  await listener.connect()
  const tags: string[] = []
  listener.on('notification', ({ payload }) => tags.push(...payload!.split(' ')))
  await listener.query('listen ninth_bend_cache_invalidations')
  for (const change of [
    () => Promise.resolve(),
    () => database.query('update offers set reference_until = now() where id = $1', [offer]),
    () => isOver(offer),
  ]) {
    tags.length = 0
    await change()
    await apply()
    await listener.query('select 1')
    expect(tags).toContain(`product:${product.id}`)
  }
  await listener.end()
})

describe('OFFER-2 Several nodes', () => {
  test('begin and end each offer once, while shoppers buy and an owner changes prices', async () => {
    const pool = new pg.Pool({ connectionString: poolAddressesOf(database.connectionString).worker, max: 12 })
    try {
      const work = () => pool.query('set role ninth_bend_worker; select apply_offers(500)')
      const products = await Promise.all(Array.from({ length: 12 }, insertPepper))
      const customer = await insertCustomer(database)
      const isChanged = (index: number) => index % 2 === 0
      for (let round = 0; round < 8; round++) {
        await database.query('update products set price = 5 where id = any ($1)', [
          products.map(({ id }) => id),
        ])
        const before = await Promise.all(products.map(readProduct))
        const offers = await Promise.all(products.map((product) => insertOffer(product)))
        await Promise.all([1, 2, 3, 4].map(work))
        for (const [index, product] of products.entries())
          expect(await readProduct(product)).toMatchObject({
            price: 4,
            on_offer: true,
            version: before[index]!.version + 1,
          })
        await database.query(
          `update offers set starts_at = starts_at - interval '1 day', ends_at = now() where id = any ($1)`,
          [offers],
        )
        // The owner's prices win, whether the offer had ended before or ends because of them.
        const [bought] = await Promise.all([
          callPlaceOrder(
            database,
            customer,
            toOrderLines([{ product: products[1]!, quantity: 1, price: 4 }]),
          ),
          ...[1, 2, 3, 4].map(work),
          ...products.filter((_product, index) => isChanged(index)).map((product) => setPrice(product, 9.99)),
        ])
        expect(['done', 'cart-changed']).toContain(resultCode(bought))
        for (const [index, product] of products.entries())
          expect(await readProduct(product)).toMatchObject({
            price: isChanged(index) ? 9.99 : 5,
            on_offer: false,
          })
      }
    } finally {
      await pool.end()
    }
  })

  test('a node that is killed in the middle has begun nothing, and the next one begins it once', async () => {
    const product = await insertProvenPepper()
    await insertOffer(product)
    const client = new pg.Client({ connectionString: poolAddressesOf(database.connectionString).worker })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await client.query('begin; set local role ninth_bend_worker; select apply_offers(500)')
    await database.query('select pg_terminate_backend($1)', [rows[0].pid])
    await client.end().catch(() => {})
    expect(await readProduct(product)).toMatchObject({ price: 5, on_offer: false })
    await apply()
    expect(await readProduct(product)).toMatchObject({ price: 4, was: 5, on_offer: true })
  })
})
