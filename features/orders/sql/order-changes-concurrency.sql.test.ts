import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  resultCode,
  countRows,
  toOrderLines,
  readStock,
  findInconsistencies,
} from '#tests/fixtures/databases/test-records.ts'
import {
  inRaces,
  openConcurrentConnections,
  countByResultCode,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let clients: Awaited<ReturnType<typeof openConcurrentConnections>>

beforeAll(async () => {
  database = await createTestDatabase()
  clients = await openConcurrentConnections(database)
})
afterAll(async () => {
  await clients.close()
  await database.close()
})

describe('ORDER-46 Concurrent changes of the same orders', () => {
  test('concurrent edits and cancellations of orders with the same products in opposite order never deadlock', async () => {
    const admin = await insertAdmin(database)
    // Without this index the items are read in insertion order, which shows whether the procedure orders its locks.
    await database.query('alter table order_items drop constraint order_items_order_id_product_id_key')
    const products = await Promise.all(repeat(8, () => insertProduct(database, { stock: 500 })))
    const orders = await Promise.all(
      repeat(60, async (index) => {
        const sorted = index % 2 ? products : products.toReversed()
        const id = await insertOrder(database, { lines: sorted.map((product) => ({ product, quantity: 1 })) })
        return {
          id,
          items: await database.query<{ id: string }>('select id from order_items where order_id = $1', [id]),
        }
      }),
    )
    const results = await Promise.all(
      orders.map(({ id, items }, index) =>
        index % 4 < 2
          ? clients.as(admin, 'public.cancel_order($1, $2)', [id, 'Cancelled by admin'])
          : clients.as(admin, 'public.edit_order($1, $2, $3, null)', [
              id,
              1,
              JSON.stringify(items.map((item) => ({ id: item.id, quantity: 2 }))),
            ]),
      ),
    )
    expect(countByResultCode(results)).toEqual({ done: 60 })
    expect(await Promise.all(products.map((product) => readStock(database, product)))).toEqual(
      repeat(8, () => 440),
    )
    await database.query(
      'alter table order_items add constraint order_items_order_id_product_id_key unique (order_id, product_id)',
    )
  })

  test('ORDER-21 concurrent quantity increases share the remaining stock, and the others are refused', async () => {
    const admin = await insertAdmin(database)
    for (let round = 0; round < inRaces(2, 5); round++) {
      const honey = await insertProduct(database, { stock: 30 })
      const orders = await Promise.all(
        repeat(20, () => insertOrder(database, { lines: [{ product: honey, quantity: 1 }] })),
      )
      const results = await Promise.all(
        orders.map(async (order) => {
          const [item] = await database.query<{ id: string }>(
            'select id from order_items where order_id = $1',
            [order],
          )
          return clients.as(admin, 'public.edit_order($1, $2, $3, null)', [
            order,
            1,
            JSON.stringify([{ id: item!.id, quantity: 2 }]),
          ])
        }),
      )
      expect(countByResultCode(results)).toEqual({ done: 10, 'not-enough-stock': 10 })
      expect(await readStock(database, honey)).toBe(0)
    }
  })

  test('STOCK-2 concurrent stock corrections never go below zero: excess ones are refused, without an error', async () => {
    const admin = await insertAdmin(database)
    const honey = await insertProduct(database, { stock: 10 })
    const results = await Promise.all(
      repeat(40, () =>
        clients.as(admin, 'public.update_product_stock($1, $2, $3, $4)', [
          honey.id,
          -1,
          'manual_adjustment',
          'Broke',
        ]),
      ),
    )
    expect(countByResultCode(results)).toEqual({ done: 10, 'below-zero': 30 })
    expect(await readStock(database, honey)).toBe(0)
  })

  test('ORDER-17 20 concurrent cancellations by customer and owner restore the stock once', async () => {
    const admin = await insertAdmin(database)
    for (let round = 0; round < inRaces(4, 10); round++) {
      const honey = await insertProduct(database, { stock: 5 })
      const customer = await insertCustomer(database)
      const order = await insertOrder(database, { customer, lines: [{ product: honey, quantity: 3 }] })
      const results = await Promise.all(
        repeat(20, (index) =>
          index % 2
            ? clients.as(customer, 'public.cancel_order($1, $2)', [order, 'Cancelled by customer'])
            : clients.as(admin, 'public.cancel_order($1, $2)', [order, 'Cancelled by admin']),
        ),
      )
      expect(results.filter((result) => result.ok && !result.value.already_cancelled)).toHaveLength(1)
      expect(countByResultCode(results)).toEqual({ done: 20 })
      expect(await readStock(database, honey)).toBe(5)
      expect(
        await countRows(database, 'order_history', `order_id = $1 and event = 'cancelled'`, [order]),
      ).toBe(1)
    }
  })

  test('cancelling while shipping: either cancelled and restocked, or shipped and not', async () => {
    const admin = await insertAdmin(database)
    const ends = await Promise.all(
      repeat(inRaces(24, 60), async () => {
        const honey = await insertProduct(database, { stock: 5 })
        const customer = await insertCustomer(database)
        const order = await insertOrder(database, { customer, lines: [{ product: honey, quantity: 5 }] })
        await clients.as(admin, 'public.move_order($1, $2, $3)', [order, 'pending', 'processing'])
        const [cancelled, shipped] = await Promise.all([
          clients.as(customer, 'public.cancel_order($1, $2)', [order, 'Cancelled by customer']),
          clients.as(admin, 'public.move_order($1, $2, $3)', [order, 'processing', 'shipped']),
        ])
        const [row] = await database.query<{ status: string }>('select status from orders where id = $1', [
          order,
        ])
        return [cancelled.ok, shipped.ok, row!.status, await readStock(database, honey)].join(' ')
      }),
    )
    for (const end of ends) expect(['true false cancelled 5', 'false true shipped 0']).toContain(end)
  })

  test('ORDER-17 ORDER-18 one administrator moves an order while another cancels the previous status: the cancellation is refused', async () => {
    const owners = [await insertAdmin(database), await insertAdmin(database)] as const
    const ends = await Promise.all(
      repeat(inRaces(24, 60), async (index) => {
        const honey = await insertProduct(database, { stock: 5 })
        const order = await insertOrder(database, { lines: [{ product: honey, quantity: 5 }] })
        const move = () =>
          clients.as(owners[0], 'public.move_order($1, $2, $3)', [order, 'pending', 'processing'])
        const cancel = () =>
          clients.as(owners[1], 'public.cancel_order($1, $2, $3, $4, $5)', [
            order,
            'Cancelled by admin',
            'Rang',
            index % 4 < 2,
            'pending',
          ])
        const [moved, cancelled] =
          index % 2
            ? await Promise.all([move(), cancel()])
            : (await Promise.all([cancel(), move()])).toReversed()
        const [row] = await database.query<{ status: string }>('select status from orders where id = $1', [
          order,
        ])
        return [
          resultCode(moved!),
          resultCode(cancelled!),
          row!.status,
          await readStock(database, honey),
        ].join(' ')
      }),
    )
    for (const end of ends)
      expect(['status-changed done cancelled 5', 'done status-changed processing 0']).toContain(end)
  })

  test('ORDER-15 ORDER-18 two administrators make the same transition: one succeeds, the other is refused with the current status', async () => {
    const owners = [await insertAdmin(database), await insertAdmin(database)]
    for (let round = 0; round < inRaces(8, 20); round++) {
      const order = await insertOrder(database, {
        lines: [{ product: await insertProduct(database), quantity: 1 }],
      })
      const results = await Promise.all(
        owners.map((owner) =>
          clients.as(owner, 'public.move_order($1, $2, $3)', [order, 'pending', 'processing']),
        ),
      )
      expect(results.filter((result) => !result.ok)).toEqual([
        { ok: false, refusal: { code: 'status-changed', status: 'processing' } },
      ])
      expect(await countRows(database, 'order_history', `order_id = $1 and event = 'moved'`, [order])).toBe(1)
    }
  })

  test('edits, cancellations, corrections and sales of the same products at once: consistent ledger and no deadlock', async () => {
    const admin = await insertAdmin(database)
    const products = await Promise.all(repeat(4, () => insertProduct(database, { stock: 60 })))
    const customer = await insertCustomer(database)
    const orders = await Promise.all(
      repeat(24, (index) =>
        insertOrder(database, {
          customer,
          lines: [products[index % 4]!, products[(index + 1) % 4]!].map((product) => ({
            product,
            quantity: 2,
          })),
        }),
      ),
    )
    const items = await database.query<{ order_id: string; id: string }>(
      'select order_id, id from order_items where order_id = any ($1)',
      [orders],
    )
    const itemsOf = (order: string, quantity: number) =>
      JSON.stringify(items.filter((item) => item.order_id === order).map(({ id }) => ({ id, quantity })))
    const results = await Promise.all(
      repeat(inRaces(120, 240), (index) => {
        const order = orders[index % 24]!
        const product = products[index % 4]!
        switch (index % 5) {
          case 0:
            return clients.as(admin, 'public.edit_order($1, $2, $3, null)', [
              order,
              1 + (index % 3),
              itemsOf(order, 1 + (index % 4)),
            ])
          case 1:
            return clients.as(customer, 'public.cancel_order($1, $2)', [order, 'Cancelled by customer'])
          case 2:
            return clients.as(admin, 'public.update_product_stock($1, $2, $3, $4)', [
              product.id,
              index % 2 ? 3 : -3,
              'manual_adjustment',
              'Counted',
            ])
          case 3:
            return clients.as(admin, 'public.move_order($1, $2, $3)', [order, 'pending', 'processing'])
          default:
            return clients.place(
              customer,
              toOrderLines(products.map((good) => ({ product: good, quantity: 1 }))),
            )
        }
      }),
    )
    expect(Object.keys(countByResultCode(results))).not.toContain('quantity-invalid')
    expect(countByResultCode(results).done).toBeGreaterThan(inRaces(25, 50))
    expect(await findInconsistencies(database)).toEqual([])
  })
})
