import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  testAddress,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { PAGE_SIZE } from '#shop/constants.ts'
import type { OrderFilter } from './order-filter.ts'
import { shortId } from './order.ts'
import { editOrder, findAdjacentOrders, findOrder, listOrders } from './orders.server.ts'

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
const found = async (search: string, status: OrderFilter | null = null) =>
  (await listOrders(shop, admin, { search, status })).orders.map(({ id }) => id)

test('ORDER-29 without orders a search finds nothing', async () => {
  for (const search of ['Siobhán', '%', 'ABCDEF12', '.'])
    for (const status of [null, 'pending'] as const) expect(await found(search, status)).toEqual([])
})

describe('ORDER-29 The owner’s search', () => {
  let order: string
  beforeAll(async () => {
    const customer = await insertCustomer(database, { email: 'o_hara+shop@mail.example' })
    const address = {
      ...testAddress,
      full_name: 'Siobhán O’Hara',
      phone: '+44 (0)20 7946 0958',
      post_code: 'ec1v 9hx',
      address: 'Flat 3\n21 St Mary’s  Terrace',
      city: "King's Lynn",
    }
    order = await insertOrder(database, { customer, address, lines: one() })
  })

  test.each([
    'Siobhán',
    'siobhán o’hara',
    '  O’HARA ',
    'o_hara+shop@mail.example',
    'HARA+SHOP',
    'EC1V 9HX',
    'ec1v9hx',
    'ec1v',
    '9hx',
    '020 7946 0958',
    '02079460958',
    '+44 20 7946 0958',
    '+442079460958',
    '(020) 7946-0958',
    '7946 0958',
    '0044 20 7946 0958',
    "o'hara",
    'O‘Hara',
    'ohara',
    'Siobhán OHara',
    'o hara',
    'Siobhán O Hara',
    "st mary's terrace",
    '21 St Marys',
    'flat 3 21 st',
    'King’s Lynn',
    'kings lynn',
    'o’hara siobhán',
    'hara lynn',
    'Hara EC1V',
    'siobhán 21 st kings',
    'ohara 9hx mail.example',
  ])('ORDER-30 finds by %s', async (search) => {
    expect(await found(search)).toEqual([order])
  })

  test('finds by short ID in either case, with or without #, by full ID, and not by an inner part', async () => {
    for (const search of [
      shortId(order),
      shortId(order).toLowerCase(),
      `#${shortId(order)}`,
      order,
      order.toUpperCase(),
    ]) {
      expect(await found(search), search).toEqual([order])
    }
    expect(await found(order.slice(9, 18))).toEqual([])
  })

  test('ORDER-30 finds by the beginning of an ID from four characters', async () => {
    for (const letters of [4, 5, 6, 7]) {
      expect(await found(order.slice(0, letters)), String(letters)).toContain(order)
      expect(await found(`#${order.slice(0, letters).toUpperCase()}`), String(letters)).toContain(order)
    }
    expect(await found(order.slice(0, 3))).not.toContain(order)
  })

  test('ORDER-30 finds by the name of an ordered product, until it is removed from the order', async () => {
    const [chips, halwa] = [
      await insertProduct(database, { name: 'Nendran Banana Chips' }),
      await insertProduct(database, { name: 'Mother’s Black Halwa' }),
    ]
    const id = await insertOrder(database, {
      lines: [{ product: chips, quantity: 1 }, { product: halwa, quantity: 2 }, ...one()],
    })
    for (const search of ['nendran', 'Banana Chips', "mother's black", 'Mother’s Black Halwa']) {
      expect(await found(search), search).toEqual([id])
      expect(await found(search, 'shipped'), search).toEqual([])
      expect(await found(search, 'pending'), search).toEqual([id])
    }
    expect(await found('forest honey'), 'the newest first').toEqual(
      (await listOrders(shop, admin)).orders.map((listed) => listed.id),
    )
    for (const search of ['nen%chips', 'banana_chips']) expect(await found(search), search).not.toContain(id)
    const detail = (await findOrder(shop, admin, id))!
    const items = detail.items
      .filter(({ product_id }) => product_id !== halwa.id)
      .map((item) => ({ id: item.id, quantity: item.quantity }))
    await editOrder(shop, admin, { orderId: id, version: detail.version, items, estimatedDelivery: null })
    expect(await found('halwa')).toEqual([])
    expect(await found('nendran')).toEqual([id])
  })

  test('ORDER-70 finds by the total, which packers cannot search for', async () => {
    const tin = await insertProduct(database, { name: 'Tin of cardamom', price: 1234.56, stock: 100 })
    const [first, second] = [
      await insertOrder(database, { lines: [{ product: tin, quantity: 1 }] }),
      await insertOrder(database, { lines: [{ product: tin, quantity: 1 }] }),
    ]
    const dearer = await insertOrder(database, { lines: [{ product: tin, quantity: 25 }] })
    for (const search of ['1234.56', '£1234.56', '£ 1,234.56', ' £1,234.56 ']) {
      expect(await found(search), search).toEqual([second, first])
      expect(await found(search, 'to-send'), search).toEqual([first, second])
      expect(await found(search, 'shipped'), search).toEqual([])
    }
    expect(await found('£30864')).toEqual([dearer])
    expect(await found('£30864.00')).toEqual([dearer])
    for (const search of ['30864', '£1234', '£1234.5', '£', '£,', '£,.00', ',.00'])
      expect(await found(search), search).toEqual([])
    expect(await findAdjacentOrders(shop, admin, { orderId: first, search: '£1234.56' })).toEqual({
      previous_id: second,
      next_id: null,
    })
    const packer = await insertAdmin(database, 'packer')
    for (const search of ['1234.56', '£1234.56'])
      for (const status of [null, 'to-send', 'pending'] as const) {
        const list = await listOrders(shop, packer, { search, status })
        expect(list.orders, search).toEqual([])
        expect(await findAdjacentOrders(shop, packer, { orderId: first, search, status })).toEqual({
          previous_id: null,
          next_id: null,
        })
      }
  })

  test('PEOPLE-16 packers find nothing by an email, and read none; the rest of the text is found as before', async () => {
    const packer = await insertAdmin(database, 'packer')
    const search = async (text: string, status: OrderFilter | null) =>
      (await listOrders(shop, packer, { search: text, status })).orders
    for (const status of [null, 'to-send', 'pending'] as const) {
      for (const text of ['o_hara+shop@mail.example', 'mail.example', '+shop', 'Siobhán mail.example']) {
        expect(await search(text, status), text).toEqual([])
        if (!text.includes(' ')) expect(await found(text, status), text).toContain(order)
        const beside = await findAdjacentOrders(shop, packer, { orderId: order, search: text, status })
        expect(beside, text).toEqual({ previous_id: null, next_id: null })
      }
      for (const text of ['O’Hara', 'EC1V 9HX', '020 7946 0958', 'King’s Lynn', "21 St Mary's Terrace"])
        expect(await search(text, status), text).toMatchObject([{ id: order, email: null }])
    }
    const detail = JSON.stringify(await findOrder(shop, packer, order))
    expect(detail).toContain('Siobhán')
    expect(detail).not.toContain('mail.example')
    expect(JSON.stringify(await findOrder(shop, admin, order))).toContain('mail.example')
  })

  test.each([
    '%',
    '_',
    '\\',
    '%%%',
    'x%',
    'hara_shop',
    "'",
    'hara %',
    'hara nobody',
    'ha ec',
    'x'.repeat(5000),
    'nobody',
  ])('patterns and unknown texts find nothing: %j', async (search) => {
    expect(await found(search)).toEqual([])
  })

  test('one or two letters match the beginning of a word', async () => {
    expect(await found('si')).toEqual([order])
    expect(await found('ec')).toEqual([order])
    expect(await found('io')).toEqual([])
  })

  test('NUL is ignored', async () => {
    expect(await found('Siob\0hán')).toEqual([order])
  })

  test('combines with the status filter', async () => {
    expect(await found('o’hara', 'pending')).toEqual([order])
    expect(await found('o’hara', 'shipped')).toEqual([])
  })

  test('ORDER-40 a row has customer, address and units', async () => {
    const { orders } = await listOrders(shop, admin, { search: order })
    expect(orders).toEqual([
      {
        id: order,
        status: 'pending',
        payment_method: 'cod',
        total_amount: 4.5,
        delivery_service: 'standard',
        dispatch_day: null,
        created_at: expect.any(String),
        estimated_delivery: expect.any(String),
        actual_delivery: null,
        full_name: 'Siobhán O’Hara',
        email: 'o_hara+shop@mail.example',
        phone: '+44 (0)20 7946 0958',
        post_code: 'EC1V 9HX',
        city: "King's Lynn",
        country: 'United Kingdom',
        item_count: 1,
        has_notes: false,
        has_recalled: false,
      },
    ])
  })

  test('ADMIN-5 24 a page, newest first, each order once', async () => {
    const customer = await insertCustomer(database, { email: 'many@mail.example' })
    const placed: string[] = []
    for (let count = 0; count < PAGE_SIZE.adminOrders + 3; count++)
      placed.unshift(await insertOrder(database, { customer, lines: one() }))
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listOrders(shop, admin, { search: 'many@mail.example', page })),
    )
    expect(pages.map(({ page, pageCount, total }) => [page, pageCount, total])).toEqual([
      [1, 2, 27],
      [2, 2, 27],
      [1, 2, 27],
    ])
    expect(pages.slice(0, 2).flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(placed)
    expect(pages[2]!.orders).toHaveLength(24)
    expect((await listOrders(shop, admin)).orders[0]!.id).toBe(placed[0])
  })

  test('ORDER-29 a search lists the newest 1,000 and says whether there are more, without listing the extra row', async () => {
    const oldest = await insertOrder(database, {
      customer: await insertCustomer(database, { email: 'thousand@mail.example' }),
      lines: one(),
    })
    const last = () => listOrders(shop, admin, { search: 'thousand@mail.example', page: 42 })
    const more = (count: number) =>
      database.query(
        `insert into orders (user_id, total_amount, shipping_address, estimated_delivery)
       select user_id, total_amount, shipping_address, estimated_delivery from orders, generate_series(1, $2::int) where id = $1`,
        [oldest, count],
      )
    await more(999)
    const all = await last()
    expect([all.page, all.pageCount, all.total, all.isMore, all.orders.length]).toEqual([
      42,
      42,
      1000,
      false,
      16,
    ])
    await more(1)
    const first = await last()
    expect([first.page, first.pageCount, first.total, first.isMore, first.orders.length]).toEqual([
      42,
      42,
      1000,
      true,
      16,
    ])
    expect(first.orders.map(({ id }) => id)).not.toContain(oldest)
  })
})

describe('ORDER-30 Words of different fields', () => {
  test('a name and a product find the order, in every list and in the way from one order to the next', async () => {
    const tea = await insertProduct(database, { name: "Nilgiri Planter's Tea", stock: 100 })
    const insert = async (full_name: string, product: TestProduct) =>
      insertOrder(database, {
        customer: await insertCustomer(database),
        address: { ...testAddress, full_name },
        lines: [{ product, quantity: 1 }],
      })
    const older = await insert('Anita Menon', tea)
    await insert('Anita Menon', honey)
    await insert('Mina Nair', tea)
    const newer = await insert('Anita Menon', tea)
    for (const search of ['Anita tea', 'tea ANITA', 'menon planter’s', 'nilgiri anita tea'])
      for (const status of [null, 'pending', 'to-send'] as const)
        expect((await found(search, status)).toSorted(), `${search}, ${status}`).toEqual(
          [older, newer].toSorted(),
        )
    expect(await found('Anita tea', 'delivered')).toEqual([])
    expect(await found('Anita coffee')).toEqual([])
    expect(await findAdjacentOrders(shop, admin, { orderId: newer, search: 'Anita tea' })).toEqual({
      previous_id: null,
      next_id: older,
    })
  })
})
