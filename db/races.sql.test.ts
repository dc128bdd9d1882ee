import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAddress, aCustomer, anAdmin, anOrder, aProduct, linesOf, stockOf, whatDoesNotAddUp, type Answer } from '#tests/arrange.ts'
import { newTestDatabase, type TestDatabase } from '#tests/database.ts'
import type { ActingAs } from './connect.server.ts'

/** More connections than the shop itself opens: as many people as possible meet in the same moment. */
const CONNECTIONS = 60
/** Rows are reached one by one through their indexes, as among 100,000 products; a scan of a small table would lock in one order by luck. */
const AS_IN_A_LARGE_SHOP = '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_bitmapscan=off'

let database: TestDatabase
let crowd: pg.Pool

beforeAll(async () => {
  database = await newTestDatabase()
  crowd = new pg.Pool({ connectionString: database.connectionString, max: CONNECTIONS, options: AS_IN_A_LARGE_SHOP })
  // Its connections may still be saying goodbye when the database is dropped.
  crowd.on('error', () => {})
  const opened = await Promise.all(Array.from({ length: CONNECTIONS }, () => crowd.connect()))
  opened.forEach((client) => client.release())
})
afterAll(async () => {
  await crowd.end()
  await database.close()
})

async function as(actor: ActingAs, sql: string, values: unknown[]): Promise<Answer> {
  const client = await crowd.connect()
  try {
    await client.query(`begin; set local role ninth_bend_${actor.kind}; set local app.user_id = '${actor.userId}'`)
    const { rows } = await client.query(`select ${sql} as answer`, values)
    await client.query('commit')
    return rows[0].answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
const place = (customer: ActingAs, lines: unknown, key: string = crypto.randomUUID()) =>
  as(customer, 'public.place_order($1, $2, $3, $4)', [key, JSON.stringify(lines), anAddress, 'cod'])
const count = async (table: string, where = 'true', values: unknown[] = []) =>
  (await database.query<{ n: number }>(`select count(*) as n from ${table} where ${where}`, values))[0]!.n
const times = <T>(number: number, make: (index: number) => T) => Array.from({ length: number }, (_, index) => make(index))
const tally = (answers: Answer[]) =>
  answers.reduce<Record<string, number>>((sums, answer) => {
    const what = answer.ok ? 'done' : answer.refusal.code
    return { ...sums, [what]: (sums[what] ?? 0) + 1 }
  }, {})

describe('Many people at once (D17, D22)', () => {
  test('two shoppers for the last piece: one gets it, the other is told, in every one of 30 rounds', async () => {
    const [asha, ben] = [await aCustomer(database), await aCustomer(database)]
    for (let round = 0; round < 30; round++) {
      const last = await aProduct(database, { stock: 1 })
      const answers = await Promise.all([asha, ben].map((customer) => place(customer, linesOf([{ product: last, quantity: 1 }]))))
      expect(tally(answers)).toEqual({ done: 1, 'cart-changed': 1 })
      expect(await stockOf(database, last)).toBe(0)
    }
  })

  test('200 shoppers for a stock of 20: exactly 20 are sold, 180 are told', async () => {
    const honey = await aProduct(database, { stock: 20 })
    const shoppers = await Promise.all(times(200, () => aCustomer(database)))
    const answers = await Promise.all(shoppers.map((customer) => place(customer, linesOf([{ product: honey, quantity: 1 }]))))
    expect(tally(answers)).toEqual({ done: 20, 'cart-changed': 180 })
    expect(answers.filter((answer) => !answer.ok).map((answer) => (answer.ok ? '' : answer.refusal.lines)).flat())
      .toEqual(times(180, () => ({ product_id: honey.id, problem: 'not-enough-stock', name: honey.name, price: honey.price, stock: 0 })))
    expect(await stockOf(database, honey)).toBe(0)
    expect(await count('order_items', 'product_id = $1', [honey.id])).toBe(20)
  })

  test('the same submit 50 times at once: one order, one mail, the same answer to all', async () => {
    const honey = await aProduct(database, { stock: 100 })
    const customer = await aCustomer(database)
    const lines = linesOf([{ product: honey, quantity: 2 }])
    const answers = await Promise.all(times(50, () => place(customer, lines, 'one-submit')))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.ok && { ...answer.value, repeated: null }))).size).toBe(1)
    expect(answers.filter((answer) => answer.ok && answer.value.repeated === false)).toHaveLength(1)
    const [order] = await database.query<{ id: string }>('select id from orders where user_id = $1', [customer.userId])
    expect(await count('orders', 'user_id = $1', [customer.userId])).toBe(1)
    expect(await count('outbox', `payload ->> 'order_id' = $1`, [order!.id])).toBe(1)
    expect(await stockOf(database, honey)).toBe(98)
  })

  test('carts with the same products in opposite order never deadlock', async () => {
    const goods = await Promise.all(times(6, () => aProduct(database, { stock: 500 })))
    const customer = await aCustomer(database)
    const answers = await Promise.all(times(120, (index) => {
      const turned = index % 2 ? goods : goods.toReversed()
      return place(customer, linesOf(turned.map((product) => ({ product, quantity: 1 }))))
    }))
    expect(tally(answers)).toEqual({ done: 120 })
    expect(await Promise.all(goods.map((product) => stockOf(database, product)))).toEqual(times(6, () => 380))
  })

  test('orders with the same products in opposite order are edited and cancelled at once, and never deadlock', async () => {
    const admin = await anAdmin(database)
    // By this index the items would be met in the order of their products, whether anybody cares to lock them so or not.
    await database.query('alter table order_items drop constraint order_items_order_id_product_id_key')
    const goods = await Promise.all(times(8, () => aProduct(database, { stock: 500 })))
    const orders = await Promise.all(times(60, async (index) => {
      const turned = index % 2 ? goods : goods.toReversed()
      const id = await anOrder(database, { lines: turned.map((product) => ({ product, quantity: 1 })) })
      return { id, items: await database.query<{ id: string }>('select id from order_items where order_id = $1', [id]) }
    }))
    const answers = await Promise.all(orders.map(({ id, items }, index) => index % 4 < 2
      ? as(admin, 'public.cancel_order($1, $2)', [id, 'Cancelled by admin'])
      : as(admin, 'public.edit_order($1, $2, $3, null)', [id, 1, JSON.stringify(items.map((item) => ({ id: item.id, quantity: 2 })))])))
    expect(tally(answers)).toEqual({ done: 60 })
    expect(await Promise.all(goods.map((product) => stockOf(database, product)))).toEqual(times(8, () => 440))
    await database.query('alter table order_items add constraint order_items_order_id_product_id_key unique (order_id, product_id)')
  })

  test('§5 D24 orders that are raised at once share what there is, and the rest are told', async () => {
    const admin = await anAdmin(database)
    for (let round = 0; round < 5; round++) {
      const honey = await aProduct(database, { stock: 30 })
      const orders = await Promise.all(times(20, () => anOrder(database, { lines: [{ product: honey, quantity: 1 }] })))
      const answers = await Promise.all(orders.map(async (order) => {
        const [item] = await database.query<{ id: string }>('select id from order_items where order_id = $1', [order])
        return as(admin, 'public.edit_order($1, $2, $3, null)', [order, 1, JSON.stringify([{ id: item!.id, quantity: 2 }])])
      }))
      expect(tally(answers)).toEqual({ done: 10, 'not-enough-stock': 10 })
      expect(await stockOf(database, honey)).toBe(0)
    }
  })

  test('D27 corrections made at once never go below zero: those that would are refused in words', async () => {
    const admin = await anAdmin(database)
    const honey = await aProduct(database, { stock: 10 })
    const answers = await Promise.all(times(40, () => as(admin, 'public.update_product_stock($1, $2, $3, $4)', [honey.id, -1, 'manual_adjustment', 'Broke'])))
    expect(tally(answers)).toEqual({ done: 10, 'below-zero': 30 })
    expect(await stockOf(database, honey)).toBe(0)
  })

  test('§4 20 cancellations at once, by the shopper and the owner: the stock comes back once', async () => {
    const admin = await anAdmin(database)
    for (let round = 0; round < 10; round++) {
      const honey = await aProduct(database, { stock: 5 })
      const customer = await aCustomer(database)
      const order = await anOrder(database, { customer, lines: [{ product: honey, quantity: 3 }] })
      const answers = await Promise.all(times(20, (index) => index % 2
        ? as(customer, 'public.cancel_order($1, $2)', [order, 'Cancelled by customer'])
        : as(admin, 'public.cancel_order($1, $2)', [order, 'Cancelled by admin'])))
      expect(answers.filter((answer) => answer.ok && !answer.value.already_cancelled)).toHaveLength(1)
      expect(tally(answers)).toEqual({ done: 20 })
      expect(await stockOf(database, honey)).toBe(5)
      expect(await count('order_history', `order_id = $1 and event = 'cancelled'`, [order])).toBe(1)
    }
  })

  test('cancel against ship: cancelled and given back, or shipped and not, never between', async () => {
    const admin = await anAdmin(database)
    const ends = await Promise.all(times(60, async () => {
      const honey = await aProduct(database, { stock: 5 })
      const customer = await aCustomer(database)
      const order = await anOrder(database, { customer, lines: [{ product: honey, quantity: 5 }] })
      await as(admin, 'public.move_order($1, $2, $3)', [order, 'pending', 'processing'])
      const [cancelled, shipped] = await Promise.all([
        as(customer, 'public.cancel_order($1, $2)', [order, 'Cancelled by customer']),
        as(admin, 'public.move_order($1, $2, $3)', [order, 'processing', 'shipped']),
      ])
      const [row] = await database.query<{ status: string }>('select status from orders where id = $1', [order])
      return [cancelled.ok, shipped.ok, row!.status, await stockOf(database, honey)].join(' ')
    }))
    for (const end of ends) expect(['true false cancelled 5', 'false true shipped 0']).toContain(end)
  })

  test('two owners take the same step at once: one takes it, the other is told where the order stands', async () => {
    const owners = [await anAdmin(database), await anAdmin(database)]
    for (let round = 0; round < 20; round++) {
      const order = await anOrder(database, { lines: [{ product: await aProduct(database), quantity: 1 }] })
      const answers = await Promise.all(owners.map((owner) => as(owner, 'public.move_order($1, $2, $3)', [order, 'pending', 'processing'])))
      expect(answers.filter((answer) => !answer.ok)).toEqual([{ ok: false, refusal: { code: 'status-changed', status: 'processing' } }])
      expect(await count('order_history', `order_id = $1 and event = 'moved'`, [order])).toBe(1)
    }
  })

  test('edits, cancellations, corrections and sales of the same goods, all mixed: the books add up and nobody deadlocks', async () => {
    const admin = await anAdmin(database)
    const goods = await Promise.all(times(4, () => aProduct(database, { stock: 60 })))
    const customer = await aCustomer(database)
    const orders = await Promise.all(times(24, (index) => anOrder(database, {
      customer, lines: [goods[index % 4]!, goods[(index + 1) % 4]!].map((product) => ({ product, quantity: 2 })),
    })))
    const items = await database.query<{ order_id: string; id: string }>('select order_id, id from order_items where order_id = any ($1)', [orders])
    const itemsOf = (order: string, quantity: number) =>
      JSON.stringify(items.filter((item) => item.order_id === order).map(({ id }) => ({ id, quantity })))
    const answers = await Promise.all(times(240, (index) => {
      const order = orders[index % 24]!
      const product = goods[index % 4]!
      switch (index % 5) {
        case 0: return as(admin, 'public.edit_order($1, $2, $3, null)', [order, 1 + (index % 3), itemsOf(order, 1 + (index % 4))])
        case 1: return as(customer, 'public.cancel_order($1, $2)', [order, 'Cancelled by customer'])
        case 2: return as(admin, 'public.update_product_stock($1, $2, $3, $4)', [product.id, index % 2 ? 3 : -3, 'manual_adjustment', 'Counted'])
        case 3: return as(admin, 'public.move_order($1, $2, $3)', [order, 'pending', 'processing'])
        default: return place(customer, linesOf(goods.map((good) => ({ product: good, quantity: 1 }))))
      }
    }))
    expect(Object.keys(tally(answers))).not.toContain('quantity-invalid')
    expect(tally(answers).done).toBeGreaterThan(50)
    expect(await whatDoesNotAddUp(database)).toEqual([])
  })
})
