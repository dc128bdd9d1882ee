import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCustomers } from '#features/customers/customers.server.ts'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import { readFigures } from '#features/figures/figures.server.ts'
import type { FiguresPeriod } from '#features/figures/figures-period.ts'
import { countTableRowsRead } from '#tests/fixtures/databases/captured-query-plans.ts'
import {
  createLargeShop,
  expectWithinQueryBudget,
  LARGE_SHOP_SIZE,
  type LargeShop,
} from '#tests/fixtures/databases/large-shop.ts'

let largeShop: LargeShop
beforeAll(async () => {
  largeShop = await createLargeShop()
})
afterAll(() => largeShop.close())

describe('CUSTOMERS-3 the list of customers', () => {
  test.each(['', 'kumquat', '@letters.example'])(
    'CUSTOMERS-3 reads no table as a whole for a page (%j)',
    async (search) => {
      const captured = await largeShop.plans.capture(() =>
        listCustomers(largeShop.shop, largeShop.admin, { search, page: 1 }),
      )
      // Begin, statement, commit.
      expectWithinQueryBudget(captured, 3)
      expect(countTableRowsRead(captured.nodes, 'orders')).toBeLessThan(LARGE_SHOP_SIZE.orders / 5)
    },
  )
})

describe('FIGURES-10 a year of figures', () => {
  test('FIGURES-10 is read from the sums of its days, to the same figures as from its orders', async () => {
    const last = addDays(londonDay(new Date()), -1)
    const first = addDays(last, -364)
    const period: FiguresPeriod = {
      kind: 'own',
      first,
      last,
      firstBefore: addDays(first, -30),
      lastBefore: addDays(first, -1),
    }
    // Without a running clock, all days are cached by the first report.
    await readFigures(largeShop.plain, largeShop.admin, period)
    const captured = await largeShop.plans.capture(() => readFigures(largeShop.shop, largeShop.admin, period))
    expect(countTableRowsRead(captured.nodes, 'order_items')).toBe(0)
    // Two look-ups of days to cache, the figures and the margins, each with begin and commit.
    expect(captured.statements.length).toBeLessThanOrEqual(12)
    const cached = captured.result
    expect(cached.figures.days).toHaveLength(365)
    await largeShop.database.query('delete from daily_sales')
    await largeShop.database.query('revoke execute on function cache_daily_sales from ninth_bend_admin')
    expect(await readFigures(largeShop.plain, largeShop.admin, period)).toEqual(cached)
  })
})
