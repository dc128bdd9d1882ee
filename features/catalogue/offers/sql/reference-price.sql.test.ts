import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePriceHistory, type PastEvent } from '#tests/fixtures/databases/price-history.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('OFFER-5 OFFER-6 Until when a price may be shown as "Was"', () => {
  test.each<[chargedSince: string | null, offerStarts: string, until: string | null]>([
    // Exactly 28 days, and one second less.
    ['2026-10-01T00:00:00Z', '2026-10-29T00:00:00Z', '2026-11-26T00:00:00Z'],
    ['2026-10-01T00:00:01Z', '2026-10-29T00:00:00Z', null],
    ['2026-01-01T00:00:00Z', '2026-04-11T00:00:00Z', '2026-07-20T00:00:00Z'],
    // Both clock changes lie in this period; days count the same.
    ['2027-03-01T00:00:00Z', '2027-03-29T00:00:00Z', '2027-04-26T00:00:00Z'],
    ['2026-10-12T23:00:00Z', '2026-11-09T23:00:00Z', '2026-12-07T23:00:00Z'],
    ['2026-10-29T00:00:00Z', '2026-10-29T00:00:00Z', null],
    ['2026-11-29T00:00:00Z', '2026-10-29T00:00:00Z', null],
    [null, '2026-10-29T00:00:00Z', null],
  ])('charged since %s, an offer from %s says it until %s', async (chargedSince, offerStarts, until) => {
    for (const zone of ['UTC', 'Europe/London']) {
      const [row] = await database.query<{ until: string | null }>(
        `select reference_until($1::timestamptz, $2::timestamptz) as until, set_config('timezone', $3, true)`,
        [chargedSince, offerStarts, zone],
      )
      expect(row!.until && new Date(row!.until).toISOString()).toBe(until && new Date(until).toISOString())
    }
  })
})

/** The product costs £5.00, is active and is in stock, unless the history says otherwise. */
type History = { addedDaysAgo: number; firstPrice?: number; events?: PastEvent[] }

describe('OFFER-5 Since when a price has been charged without a break', () => {
  test.each<[what: string, history: History, daysAgo: number | null]>([
    ['added and never changed', { addedDaysAgo: 40 }, 40],
    ['at most a year', { addedDaysAgo: 900 }, 365],
    ['cut ten days ago', { addedDaysAgo: 90, firstPrice: 8, events: [{ daysAgo: 10, price: 5 }] }, 10],
    ['raised ten days ago', { addedDaysAgo: 90, firstPrice: 3, events: [{ daysAgo: 10, price: 5 }] }, 10],
    [
      'changed away and back',
      {
        addedDaysAgo: 90,
        events: [
          { daysAgo: 60, price: 4 },
          { daysAgo: 31, price: 5 },
        ],
      },
      31,
    ],
    [
      'off sale for two days',
      {
        addedDaysAgo: 90,
        events: [
          { daysAgo: 22, isActive: false },
          { daysAgo: 20, isActive: true },
        ],
      },
      20,
    ],
    ['sold out for a week', { addedDaysAgo: 90, events: [{ daysAgo: 22, soldOutUntil: 15 }] }, 15],
    [
      'another price while off sale',
      {
        addedDaysAgo: 90,
        firstPrice: 6,
        events: [
          { daysAgo: 50, isActive: false },
          { daysAgo: 45, price: 5 },
          { daysAgo: 35, isActive: true },
        ],
      },
      35,
    ],
    // The log has another price than the product: somebody changed it without the log.
    ['a price that the log does not know', { addedDaysAgo: 90, firstPrice: 6 }, null],
  ])('%s', async (_what, { firstPrice = 5, ...history }, daysAgo) => {
    const product = await insertProduct(database, { price: 5 })
    await writePriceHistory(database, product.id, { firstPrice, ...history })
    expect(await daysCharged(product.id)).toBe(daysAgo)
  })

  test.each([
    ['inactive', 'is_active = false'],
    ['sold out', 'stock = 0'],
    ['without pieces that may be sold', 'sellable_stock = 0'],
    ['on offer', 'offer_ends_at = now()'],
  ])('none for a product that is %s', async (_what, change) => {
    const product = await insertProduct(database, { price: 5 })
    await writePriceHistory(database, product.id, { addedDaysAgo: 90, firstPrice: 5 })
    expect(await daysCharged(product.id)).toBe(90)
    await database.query(`begin; set local session_replication_role = replica;
      update products set ${change} where id = '${product.id}'; commit`)
    expect(await daysCharged(product.id)).toBeNull()
  })

  test('a year after the log has forgotten the product, its price is charged for a year', async () => {
    const product = await insertProduct(database, { price: 5 })
    await writePriceHistory(database, product.id, { addedDaysAgo: 400, firstPrice: 5 })
    await database.query(`begin; set local session_replication_role = replica;
      delete from audit_events where subject_id = '${product.id}'; commit`)
    expect(await daysCharged(product.id)).toBe(365)
    // A younger price must be in the log.
    await database.query(`begin; set local session_replication_role = replica;
      update products set created_at = now() - interval '300 days' where id = '${product.id}'; commit`)
    expect(await daysCharged(product.id)).toBeNull()
  })
})

async function daysCharged(productId: string): Promise<number | null> {
  const [row] = await database.query<{ days: number | null }>(
    'select round(extract(epoch from now() - price_charged_since($1)) / 86400)::integer as days',
    [productId],
  )
  return row!.days
}
