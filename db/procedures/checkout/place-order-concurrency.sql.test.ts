import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, aProduct, countOf, linesOf, stockOf, whatDoesNotAddUp } from '#tests/fixtures/databases/test-records.ts'
import { aCrowd, tally, times } from '#tests/fixtures/databases/concurrent-connections.ts'
import { newTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let crowd: Awaited<ReturnType<typeof aCrowd>>

beforeAll(async () => {
  database = await newTestDatabase()
  crowd = await aCrowd(database)
})
afterAll(async () => {
  await crowd.leave()
  await database.close()
})

describe('Many shoppers at once (D17)', () => {
  test('two shoppers for the last piece: one gets it, the other is told, in every one of 30 rounds', async () => {
    const [asha, ben] = [await aCustomer(database), await aCustomer(database)]
    for (let round = 0; round < 30; round++) {
      const last = await aProduct(database, { stock: 1 })
      const answers = await Promise.all(
        [asha, ben].map((customer) => crowd.place(customer, linesOf([{ product: last, quantity: 1 }]))),
      )
      expect(tally(answers)).toEqual({ done: 1, 'cart-changed': 1 })
      expect(await stockOf(database, last)).toBe(0)
    }
  })

  test('200 shoppers for a stock of 20: exactly 20 are sold, 180 are told', async () => {
    const honey = await aProduct(database, { stock: 20 })
    const shoppers = await Promise.all(times(200, () => aCustomer(database)))
    const answers = await Promise.all(
      shoppers.map((customer) => crowd.place(customer, linesOf([{ product: honey, quantity: 1 }]))),
    )
    expect(tally(answers)).toEqual({ done: 20, 'cart-changed': 180 })
    expect(answers.flatMap((answer) => (answer.ok ? [] : answer.refusal.lines))).toEqual(
      times(180, () => ({
        product_id: honey.id,
        problem: 'not-enough-stock',
        name: honey.name,
        price: honey.price,
        stock: 0,
      })),
    )
    expect(await stockOf(database, honey)).toBe(0)
    expect(await countOf(database, 'order_items', 'product_id = $1', [honey.id])).toBe(20)
  })

  test('the same submit 50 times at once: one order, one mail, the same answer to all', async () => {
    const honey = await aProduct(database, { stock: 100 })
    const customer = await aCustomer(database)
    const lines = linesOf([{ product: honey, quantity: 2 }])
    const answers = await Promise.all(times(50, () => crowd.place(customer, lines, 'one-submit')))
    expect(
      new Set(answers.map((answer) => JSON.stringify(answer.ok && { ...answer.value, repeated: null }))).size,
    ).toBe(1)
    expect(answers.filter((answer) => answer.ok && answer.value.repeated === false)).toHaveLength(1)
    const [order] = await database.query<{ id: string }>('select id from orders where user_id = $1', [
      customer.userId,
    ])
    expect(await countOf(database, 'orders', 'user_id = $1', [customer.userId])).toBe(1)
    expect(await countOf(database, 'outbox', `payload ->> 'order_id' = $1`, [order!.id])).toBe(1)
    expect(await stockOf(database, honey)).toBe(98)
  })

  test('carts with the same products in opposite order never deadlock', async () => {
    const goods = await Promise.all(times(6, () => aProduct(database, { stock: 500 })))
    const customer = await aCustomer(database)
    const answers = await Promise.all(
      times(120, (index) => {
        const turned = index % 2 ? goods : goods.toReversed()
        return crowd.place(customer, linesOf(turned.map((product) => ({ product, quantity: 1 }))))
      }),
    )
    expect(tally(answers)).toEqual({ done: 120 })
    expect(await Promise.all(goods.map((product) => stockOf(database, product)))).toEqual(times(6, () => 380))
  })

  test('after all of this the books add up', async () => {
    expect(await whatDoesNotAddUp(database)).toEqual([])
  })
})
