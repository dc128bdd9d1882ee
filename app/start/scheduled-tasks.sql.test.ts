import { expect, test, vi } from 'vitest'
import { createTestShop, insertOrder, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { startSchedule } from '#platform/jobs/schedule.ts'
import { sumUpDays } from './scheduled-tasks.ts'

test('FIGURES-16 a shop that has started sums up the days of its orders, until it stops', async () => {
  const database = await createTestDatabase()
  try {
    const product = await insertProduct(database, { stock: 5 })
    const id = await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    await database.query('alter table orders disable trigger order_identity_is_immutable')
    const orderedDaysAgo = (days: number) =>
      database.query('update orders set created_at = now() - make_interval(days => $2) where id = $1', [
        id,
        days,
      ])
    await orderedDaysAgo(3)
    const countDays = () => database.query('select count(*)::int as days from daily_sales')
    const shop = createTestShop(database)
    const stop = startSchedule([sumUpDays(shop)], shop.log)
    await vi.waitFor(async () => expect(await countDays()).toEqual([{ days: 3 }]), 5000)
    await stop()
    // Three weeks of work, stopped before the end.
    await orderedDaysAgo(24)
    await startSchedule([sumUpDays(shop)], shop.log)()
    const [{ days }] = (await countDays()) as [{ days: number }]
    expect(days).toBeLessThan(24)
  } finally {
    await database.close()
  }
})
