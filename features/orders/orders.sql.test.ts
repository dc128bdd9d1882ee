import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  testAddress,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  readStock,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { PAGE_SIZE } from '#shop/constants.ts'
import { claimDueMails } from '#features/mail/outbox/outbox-queries.server.ts'
import {
  cancelOrder,
  editOrder,
  findOrder,
  findOwnOrder,
  listOrders,
  listOwnOrders,
  moveOrder,
  undoMove,
} from './orders.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  honey = await insertProduct(database, { stock: 1000 })
})
afterAll(() => database.close())

const one = () => [{ product: honey, quantity: 1 }]

describe('ORDER-31 A customer’s own orders', () => {
  test('ORDER-32 ORDER-31 newest first, six a page; a page out of range becomes the first', async () => {
    const customer = await insertCustomer(database)
    const placed: string[] = []
    for (let count = 0; count < PAGE_SIZE.customerOrders + 2; count++)
      placed.unshift(await insertOrder(database, { customer, lines: one() }))
    const first = await listOwnOrders(shop, customer, { page: 1 })
    expect(first).toMatchObject({ page: 1, pageCount: 2, total: 8 })
    expect(first.orders.map(({ id }) => id)).toEqual(placed.slice(0, 6))
    expect((await listOwnOrders(shop, customer, { page: 2 })).orders.map(({ id }) => id)).toEqual(
      placed.slice(6),
    )
    for (const page of [0, 3, -1]) expect(await listOwnOrders(shop, customer, { page })).toEqual(first)
  })

  test('ORDER-31 only their own, initially none', async () => {
    await insertOrder(database, { lines: one() })
    expect(await listOwnOrders(shop, await insertCustomer(database), { page: 1 })).toEqual({
      orders: [],
      page: 1,
      pageCount: 1,
      isAddressVerified: true,
      isConfirmationHeld: false,
      total: 0,
    })
  })

  test('MAIL-6 with an unverified address three confirmations are sent and later ones are held', async () => {
    const customer = await insertCustomer(database, { isVerified: false })
    const isHeld = async (who = customer) => (await listOwnOrders(shop, who, { page: 1 })).isConfirmationHeld
    const claim = () =>
      claimDueMails(database.db.worker, { limit: 100, leaseSeconds: 45, host: 'shop.example' })
    for (const which of ['first', 'second', 'third']) {
      await insertOrder(database, { customer, lines: one() })
      expect(await isHeld(), which).toBe(false)
    }
    await insertOrder(database, { customer, lines: one() })
    expect(await isHeld(), 'a fourth one before the others are sent').toBe(true)
    await claim()
    expect(await isHeld(), 'held').toBe(true)
    await insertOrder(database, { customer, lines: one() })
    expect(await isHeld(), 'a fifth one, not looked at yet').toBe(true)
    expect(await isHeld(await insertCustomer(database, { isVerified: false })), 'somebody else').toBe(false)
    await database.query('update accounts."user" set email_verified = true where id = $1', [customer.userId])
    expect(await isHeld(), 'confirmed').toBe(false)
  })

  test('an order shows items as sold, with their picture, and links active products only', async () => {
    const customer = await insertCustomer(database)
    const tea = await insertProduct(database, { name: 'Hill Tea', price: 3.2 })
    const day = {
      key: 'products/tea/old.webp',
      width: 1000,
      height: 1000,
      widths: [160, 320],
      placeholder: 'data:image/webp;base64,x',
    }
    await database.query(
      `insert into pictures (image_url, key, width, height, widths, placeholder) values ('/tea-old.webp', $1, $2, $3, $4, $5)`,
      Object.values(day),
    )
    await database.query(
      `insert into pictures (image_url, key, width, height, widths) values ('/tea-new.webp', 'products/tea/new.webp', 9, 9, '{9}')`,
    )
    await database.query(`update products set image_url = '/tea-old.webp' where id = $1`, [tea.id])
    await insertOrder(database, { customer, lines: [{ product: tea, quantity: 3 }] })
    await database.query(`update products set name = 'Other', image_url = '/tea-new.webp' where id = $1`, [
      tea.id,
    ])
    const item = async () => (await listOwnOrders(shop, customer, { page: 1 })).orders[0]!.items[0]!
    const { key: _, ...picture } = day
    expect(await item()).toEqual({
      id: expect.any(String),
      product_id: tea.id,
      product_name: 'Hill Tea',
      net_weight: '250g',
      allergy_advice: 'Contains none of the 14.',
      quantity: 3,
      price: 3.2,
      subtotal: 9.6,
      slug: `product-${tea.id}`,
      picture: { image_url: '/tea-old.webp', ...picture },
    })
    await database.query(`delete from pictures where image_url = '/tea-old.webp'`)
    expect((await item()).picture?.image_url).toBe('/tea-new.webp')
    await database.query('update products set is_active = false where id = $1', [tea.id])
    expect(await item()).toMatchObject({ slug: null, picture: null, product_name: 'Hill Tea' })
  })

  test('a cancelled order shows when and why, without the internal reason', async () => {
    const customer = await insertCustomer(database)
    const orderId = await insertOrder(database, { customer, lines: one() })
    expect((await listOwnOrders(shop, customer, { page: 1 })).orders[0]).toMatchObject({
      cancellation: null,
      actual_delivery: null,
    })
    await cancelOrder(shop, admin, { orderId, screen: 'list', reason: 'A secret of ours' })
    const { orders } = await listOwnOrders(shop, customer, { page: 1 })
    expect(orders[0]).toMatchObject({ status: 'cancelled', cancellation: { reason: 'Cancelled by admin' } })
    expect(Date.parse(orders[0]!.cancellation!.at)).toBeGreaterThan(Date.now() - 60_000)
    expect(JSON.stringify(orders)).not.toContain('A secret of ours')
  })
})

describe('ORDER-35 The receipt of an order', () => {
  test('has the data of the list and the history, without internal notes', async () => {
    const customer = await insertCustomer(database)
    const orderId = await insertOrder(database, { customer, lines: one() })
    await moveOrder(shop, admin, { orderId, expected: 'pending', to: 'processing' })
    const { version, items } = (await findOrder(shop, admin, orderId))!
    const edit = { orderId, version, items: [{ id: items[0]!.id, quantity: 2 }], estimatedDelivery: null }
    expect(await editOrder(shop, admin, edit)).toMatchObject({ ok: true })
    await cancelOrder(shop, admin, {
      orderId,
      screen: 'list',
      reason: 'A secret of ours',
      customerNote: ' The jar broke. We are sorry. ',
    })
    const order = await findOwnOrder(shop, customer, orderId)
    const { history, is_address_verified, ...summary } = order!
    expect(is_address_verified).toBe(true)
    expect(summary).toEqual((await listOwnOrders(shop, customer, { page: 1 })).orders[0])
    const [id, at] = [expect.any(Number), expect.any(String)]
    expect(history).toEqual([
      { id, at, event: 'placed', actor_kind: 'customer', to_status: 'pending', customer_note: null },
      { id, at, event: 'moved', actor_kind: 'admin', to_status: 'processing', customer_note: null },
      { id, at, event: 'edited', actor_kind: 'admin', to_status: null, customer_note: null },
      {
        id,
        at,
        event: 'cancelled',
        actor_kind: 'admin',
        to_status: 'cancelled',
        customer_note: 'The jar broke. We are sorry.',
      },
    ])
    expect(JSON.stringify(order)).not.toContain('A secret of ours')
  })

  test('ORDER-27 hides an undone transition, and shows a repeated one once', async () => {
    const customer = await insertCustomer(database)
    const orderId = await insertOrder(database, { customer, lines: one() })
    const step = (expected: 'pending' | 'processing', to: 'processing' | 'shipped') =>
      moveOrder(shop, admin, { orderId, expected, to })
    const past = async () =>
      (await findOwnOrder(shop, customer, orderId))!.history.map(
        ({ event, to_status }) => `${event} ${to_status}`,
      )
    await step('pending', 'processing')
    expect(await undoMove(shop, admin, { orderId, expected: 'processing' })).toEqual({
      ok: true,
      value: { status: 'pending' },
    })
    expect(await past()).toEqual(['placed pending'])
    await step('pending', 'processing')
    await step('processing', 'shipped')
    expect(await undoMove(shop, admin, { orderId, expected: 'shipped' })).toMatchObject({ ok: true })
    expect(await past()).toEqual(['placed pending', 'moved processing'])
    expect((await findOrder(shop, admin, orderId))!.history.map(({ event }) => event)).toEqual([
      'placed',
      'moved',
      'undone',
      'moved',
      'moved',
      'undone',
    ])
  })

  test('ORDER-22 shows items as sold after the product was renamed, repriced, relabelled and withdrawn', async () => {
    const customer = await insertCustomer(database)
    const tea = await insertProduct(database, { name: 'Hill Tea', price: 3.2 })
    const orderId = await insertOrder(database, { customer, lines: [{ product: tea, quantity: 3 }] })
    const sold = (await findOwnOrder(shop, customer, orderId))!.items[0]!
    expect(sold).toMatchObject({
      product_name: 'Hill Tea',
      net_weight: '250g',
      price: 3.2,
      slug: `product-${tea.id}`,
    })
    await database.query(
      `update products set name = 'Valley Tea', price = 9, net_weight = '1kg', allergy_advice = 'MILK', is_active = false where id = $1`,
      [tea.id],
    )
    expect((await findOwnOrder(shop, customer, orderId))!.items).toEqual([{ ...sold, slug: null }])
  })

  test.each(['', 'x', '../../etc', '00000000-0000-4000-8000-000000000000', "' or 1=1 --"])(
    'PERMISSION-3 another customer’s order is not found, like %j',
    async (unknown) => {
      const mine = await insertOrder(database, { customer: await insertCustomer(database), lines: one() })
      const other = await insertCustomer(database)
      expect(await findOwnOrder(shop, other, unknown)).toBeNull()
      expect(await findOwnOrder(shop, other, mine)).toBeNull()
    },
  )

  test('PERMISSION-3 only customers have own orders', async () => {
    const orderId = await insertOrder(database, { lines: one() })
    await expect(findOwnOrder(shop, admin, orderId)).rejects.toThrow(PermissionDenied)
  })
})

describe('One order in the back-office', () => {
  test('ORDER-40 the owner sees all: items, profile, history with names, version', async () => {
    const customer = await insertCustomer(database, { full_name: 'Asha' })
    const orderId = await insertOrder(database, { customer, lines: one() })
    await moveOrder(shop, admin, { orderId, expected: 'pending', to: 'processing' })
    await cancelOrder(shop, admin, { orderId, screen: 'detail', reason: ' Jar broke ' })
    expect(await findOrder(shop, admin, orderId)).toMatchObject({
      id: orderId,
      user_id: customer.userId,
      version: 3,
      status: 'cancelled',
      profile: { full_name: 'Asha', email: customer.email },
      shipping_address: { ...testAddress, email: customer.email },
      history: [
        { event: 'placed', actor_kind: 'customer', actor_name: 'Asha', to_status: 'pending' },
        { event: 'moved', actor_kind: 'admin', from_status: 'pending', to_status: 'processing' },
        { event: 'cancelled', from_status: 'processing', reason: 'Cancelled by admin', note: 'Jar broke' },
      ],
    })
  })

  test.each(['', 'x', '../../etc', '00000000-0000-4000-8000-000000000000', "' or 1=1 --"])(
    'ADMIN-8 an order %j is not found',
    async (id) => {
      expect(await findOrder(shop, admin, id)).toBeNull()
      const notFound = { ok: false, refusal: { code: 'not-found' } }
      expect(await moveOrder(shop, admin, { orderId: id, expected: 'pending', to: 'processing' })).toEqual(
        notFound,
      )
      expect(await cancelOrder(shop, admin, { orderId: id, screen: 'detail' })).toEqual(notFound)
      expect(
        await editOrder(shop, admin, { orderId: id, version: 1, items: [], estimatedDelivery: null }),
      ).toEqual(notFound)
    },
  )

  test.each(['', '   '])('ORDER-7 the list requires a reason; %j is none', async (reason) => {
    const orderId = await insertOrder(database, { lines: one() })
    expect(await cancelOrder(shop, admin, { orderId, screen: 'list', reason })).toEqual({
      ok: false,
      refusal: { code: 'reason-missing', fields: { reason: 'Please provide a cancellation reason' } },
    })
    expect((await findOrder(shop, admin, orderId))!.status).toBe('pending')
  })

  test('ORDER-11 a customer’s cancellation has the fixed reason, whatever else is sent', async () => {
    const customer = await insertCustomer(database)
    const orderId = await insertOrder(database, { customer, lines: one() })
    expect(
      await cancelOrder(shop, customer, { orderId, screen: 'customer', reason: '<b>x</b>' }),
    ).toMatchObject({ ok: true })
    expect((await findOrder(shop, admin, orderId))!.history.at(-1)).toMatchObject({
      reason: 'Cancelled by customer',
      note: null,
    })
  })

  test('ORDER-23 an edit requires the current version', async () => {
    const product = await insertProduct(database, { stock: 10 })
    const orderId = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
    const order = (await findOrder(shop, admin, orderId))!
    const items = [{ id: order.items[0]!.id, quantity: 4 }]
    expect(
      await editOrder(shop, admin, { orderId, version: order.version, items, estimatedDelivery: null }),
    ).toEqual({ ok: true, value: { total_amount: 18, version: 2 } })
    expect(await readStock(database, product)).toBe(6)
    expect((await findOrder(shop, admin, orderId))!.history.at(-1)!.details).toMatchObject({
      items: [{ product_id: product.id, name: product.name, from: 2, to: 4 }],
    })
  })

  test('PERMISSION-5 other roles are refused before any query', async () => {
    const customer = await insertCustomer(database)
    const orderId = await insertOrder(database, { customer, lines: one() })
    for (const actor of [customer, visitor]) {
      await expect(listOrders(shop, actor)).rejects.toThrow(PermissionDenied)
      await expect(findOrder(shop, actor, orderId)).rejects.toThrow(PermissionDenied)
      await expect(
        moveOrder(shop, actor, { orderId, expected: 'pending', to: 'processing' }),
      ).rejects.toThrow(PermissionDenied)
      await expect(undoMove(shop, actor, { orderId, expected: 'processing' })).rejects.toThrow(
        PermissionDenied,
      )
      await expect(cancelOrder(shop, actor, { orderId, screen: 'list', reason: 'x' })).rejects.toThrow(
        PermissionDenied,
      )
      await expect(cancelOrder(shop, actor, { orderId, screen: 'detail' })).rejects.toThrow(PermissionDenied)
      await expect(
        editOrder(shop, actor, { orderId, version: 1, items: [], estimatedDelivery: null }),
      ).rejects.toThrow(PermissionDenied)
    }
    await expect(cancelOrder(shop, visitor, { orderId, screen: 'customer' })).rejects.toThrow(
      PermissionDenied,
    )
    await expect(listOwnOrders(shop, admin, { page: 1 })).rejects.toThrow(PermissionDenied)
  })
})
