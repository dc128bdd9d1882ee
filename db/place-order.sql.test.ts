import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aCustomer, anAdmin, aProduct, call, linesOf, stockOf, whatDoesNotAddUp, type Good } from '#tests/arrange.ts'
import { newTestDatabase, type TestDatabase } from '#tests/database.ts'
import { CART_LINES_MAX, ESTIMATED_DELIVERY_WORKING_DAYS, LINE_QUANTITY_MAX, PAYMENT_METHODS, ACCEPTED_PAYMENT_METHODS } from '#shop/spec.ts'
import { visitor, type Customer } from '#shop/permissions.ts'

let database: TestDatabase
let customer: Customer
let honey: Good
let pepper: Good

beforeAll(async () => {
  database = await newTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  customer = await aCustomer(database)
  honey = await aProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await aProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
})

const place = (lines: unknown, { key = crypto.randomUUID() as string | null, address = anAddress as unknown, payment = 'cod' as string | null } = {}) =>
  call(database, customer, 'place_order', [key, lines, address, payment])
const codeOf = async (answer: ReturnType<typeof place>) => {
  const outcome = await answer
  return outcome.ok ? 'placed' : outcome.refusal.code
}
const countOrders = async () => (await database.query<{ n: number }>('select count(*) as n from orders where user_id = $1', [customer.userId]))[0]!.n

describe('Placing an order', () => {
  test('§4 D17 D21 one call stores the order, its items, ledger, history and mail, and lowers the stock', async () => {
    const answer = await place(linesOf([{ product: pepper, quantity: 3 }, { product: honey, quantity: 2 }]))
    expect(answer).toMatchObject({ ok: true, value: { total_amount: 26.05, repeated: false } })
    const id = answer.ok ? answer.value.order_id : ''
    const [order] = await database.query('select * from orders where id = $1', [id])
    expect(order).toMatchObject({
      user_id: customer.userId, status: 'pending', payment_method: 'cod', total_amount: 26.05, actual_delivery: null, version: 1,
      shipping_address: { ...anAddress, email: customer.email },
    })
    expect(await database.query('select * from order_items where order_id = $1 order by line_number', [id])).toMatchObject([
      { line_number: 1, product_id: pepper.id, quantity: 3, price: 4.05, subtotal: 12.15, product_name: 'Black Pepper' },
      { line_number: 2, product_id: honey.id, quantity: 2, price: 6.95, subtotal: 13.9, product_name: 'Forest Honey',
        net_weight: '250g', allergy_advice: 'Contains none of the 14.', image_url: '/honey.webp' },
    ])
    expect(await database.query('select * from order_history where order_id = $1', [id])).toMatchObject([
      { event: 'placed', from_status: null, to_status: 'pending', actor_kind: 'customer', actor_id: customer.userId },
    ])
    expect(await database.query('select * from inventory_adjustments where order_id = $1 order by quantity_change', [id])).toMatchObject([
      { product_id: pepper.id, quantity_change: -3, stock_after: 7, author_kind: 'customer', author_id: customer.userId },
      { product_id: honey.id, quantity_change: -2, stock_after: 8 },
    ])
    expect(await database.query(`select * from outbox where payload ->> 'order_id' = $1`, [id])).toMatchObject([
      { kind: 'order-confirmation', dedupe_key: `order-confirmation:${id}`, recipient: customer.email, sent_at: null },
    ])
    expect([await stockOf(database, honey), await stockOf(database, pepper)]).toEqual([8, 7])
  })

  test('D21 the estimate is three working days after today in London', async () => {
    await place(linesOf([{ product: honey, quantity: 1 }]))
    const [row] = await database.query<{ stands: string; wanted: string }>(
      `select estimated_delivery as stands, working_days_after((now() at time zone 'Europe/London')::date, $2) as wanted
         from orders where user_id = $1`, [customer.userId, ESTIMATED_DELIVERY_WORKING_DAYS])
    expect(row!.stands).toBe(row!.wanted)
  })

  test('an order keeps what it sold when the product is renamed and priced anew (D24)', async () => {
    const answer = await place(linesOf([{ product: honey, quantity: 1 }]))
    await database.query(`update products set name = 'Other', price = 99, net_weight = '1kg', allergy_advice = null where id = $1`, [honey.id])
    const [item] = await database.query('select * from order_items where order_id = $1', [answer.ok ? answer.value.order_id : ''])
    expect(item).toMatchObject({ product_name: 'Forest Honey', price: 6.95, net_weight: '250g', allergy_advice: 'Contains none of the 14.' })
  })

  test('D19 the address is trimmed, its post code upper-case, and fields that are not part of it are dropped', async () => {
    const address = { ...anAddress, full_name: '  Priya   Nair ', post_code: ' sw1a  1aa ', address: ' Flat 2\n12 Ghat Road ', role: 'admin', email: 'other@evil.example' }
    await place(linesOf([{ product: honey, quantity: 1 }]), { address })
    const [order] = await database.query<{ shipping_address: object }>('select shipping_address from orders where user_id = $1', [customer.userId])
    expect(order!.shipping_address).toEqual({ ...anAddress, address: 'Flat 2\n12 Ghat Road', email: customer.email })
  })

  test.each(Object.keys(anAddress))('§5 the address needs %s', async (field) => {
    for (const value of ['   ', undefined, null, 7, ['x'], 'x'.repeat(400)]) {
      const answer = await place(linesOf([{ product: honey, quantity: 1 }]), { address: { ...anAddress, [field]: value } })
      expect(answer).toEqual({ ok: false, refusal: { code: 'address-incomplete', fields: [field] } })
    }
    expect(await countOrders()).toBe(0)
  })

  test.each([null, [], '"x"', 3])('§5 an address that is %j is wholly incomplete', async (address) => {
    expect(await place(linesOf([{ product: honey, quantity: 1 }]), { address }))
      .toEqual({ ok: false, refusal: { code: 'address-incomplete', fields: Object.keys(anAddress) } })
  })

  test('D18 cash or card on delivery is the only way to pay', async () => {
    for (const payment of [...PAYMENT_METHODS, 'bitcoin', '', null]) {
      const isAccepted = ACCEPTED_PAYMENT_METHODS.some((accepted) => accepted === payment)
      expect(await codeOf(place(linesOf([{ product: honey, quantity: 1 }]), { payment }))).toBe(isAccepted ? 'placed' : 'payment-method-not-accepted')
    }
  })

  test.each([[[]], [null], [{}], ['"x"'], [3]])('a cart of %j is empty', async (lines) => {
    expect(await codeOf(place(lines))).toBe('cart-empty')
  })

  test.each([0, -1, 1.5, 1e9, LINE_QUANTITY_MAX + 1, '2', null, undefined, true, [1], {}])('a quantity of %j is refused', async (quantity) => {
    expect(await codeOf(place([{ product_id: honey.id, quantity, price: honey.price }]))).toBe('quantity-invalid')
    expect(await stockOf(database, honey)).toBe(10)
  })

  test(`a line takes ${LINE_QUANTITY_MAX} and a cart ${CART_LINES_MAX} lines, and not one more`, async () => {
    const plenty = await aProduct(database, { stock: 5000 })
    expect(await codeOf(place(linesOf([{ product: plenty, quantity: LINE_QUANTITY_MAX }])))).toBe('placed')
    const many = (count: number) => Array.from({ length: count }, () => ({ product_id: plenty.id, quantity: 1, price: plenty.price }))
    expect(await codeOf(place(many(CART_LINES_MAX)))).toBe('placed')
    expect(await codeOf(place(many(CART_LINES_MAX + 1)))).toBe('quantity-invalid')
  })

  test('two lines of one product are one line, and their sum counts against the stock', async () => {
    const twice = [...linesOf([{ product: honey, quantity: 6 }]), { product_id: honey.id.toUpperCase(), quantity: 4, price: honey.price }]
    const answer = await place(twice)
    expect(answer).toMatchObject({ ok: true, value: { total_amount: 69.5 } })
    expect(await stockOf(database, honey)).toBe(0)
    const short = [...linesOf([{ product: pepper, quantity: 6 }]), ...linesOf([{ product: pepper, quantity: 5 }])]
    expect(await codeOf(place(short))).toBe('cart-changed')
    expect(await codeOf(place([...linesOf([{ product: pepper, quantity: 600 }]), ...linesOf([{ product: pepper, quantity: 600 }])]))).toBe('quantity-invalid')
  })

  test('D16 a price, a stock or a product that is not what the shopper saw is named, and nothing is placed', async () => {
    const withdrawn = await aProduct(database, { name: 'Old Tea', is_active: false })
    const unknown = crypto.randomUUID()
    const answer = await place([
      { product_id: honey.id, quantity: 1, price: 6.9 },
      { product_id: pepper.id, quantity: 11, price: pepper.price },
      { product_id: withdrawn.id, quantity: 1, price: withdrawn.price },
      { product_id: unknown, quantity: 1, price: 1 },
      { product_id: 'robert', quantity: 1, price: 1 },
    ])
    expect(answer).toEqual({ ok: false, refusal: { code: 'cart-changed', lines: [
      { product_id: honey.id, problem: 'price-changed', name: 'Forest Honey', price: 6.95, stock: 10 },
      { product_id: pepper.id, problem: 'not-enough-stock', name: 'Black Pepper', price: 4.05, stock: 10 },
      { product_id: withdrawn.id, problem: 'withdrawn', name: 'Old Tea', price: null, stock: null },
      { product_id: unknown, problem: 'withdrawn', name: null, price: null, stock: null },
      { product_id: 'robert', problem: 'withdrawn', name: null, price: null, stock: null },
    ] } })
    expect(await countOrders()).toBe(0)
    expect(await stockOf(database, honey)).toBe(10)
  })

  test('one bad line of many leaves the good ones untouched', async () => {
    expect(await codeOf(place(linesOf([{ product: honey, quantity: 1 }, { product: pepper, quantity: 99 }])))).toBe('cart-changed')
    expect([await stockOf(database, honey), await stockOf(database, pepper)]).toEqual([10, 10])
    expect(await countOrders()).toBe(0)
  })

  test.each([0, 0.01, 6.949, -6.95, 1e9, '6.95', null, undefined])('D16 a forged price of %j buys nothing', async (price) => {
    expect(await codeOf(place([{ product_id: honey.id, quantity: 1, price }]))).toBe('cart-changed')
    expect(await countOrders()).toBe(0)
  })

  test('a forged total, user, role or status in the lines or the address changes nothing', async () => {
    const other = await aCustomer(database)
    const forged = { user_id: other.userId, total_amount: 0.01, subtotal: 0.01, status: 'delivered', role: 'admin', is_admin: true, id: crypto.randomUUID() }
    await place([{ ...linesOf([{ product: honey, quantity: 2 }])[0], ...forged }], { address: { ...anAddress, ...forged } })
    const orders = await database.query('select user_id, total_amount, status from orders where user_id = any ($1)', [[customer.userId, other.userId]])
    expect(orders).toEqual([{ user_id: customer.userId, total_amount: 13.9, status: 'pending' }])
  })

  test('a total that money cannot hold is refused, not rounded', async () => {
    const dear = await Promise.all([1, 2].map(() => aProduct(database, { price: 99999.99, stock: 999 })))
    expect(await codeOf(place(linesOf(dear.map((product) => ({ product, quantity: 999 })))))).toBe('quantity-invalid')
  })

  test('§6 nobody signed in, a visitor and an administrator place nothing', async () => {
    const lines = linesOf([{ product: honey, quantity: 1 }])
    expect(await call(database, { kind: 'customer', userId: null }, 'place_order', ['k', lines, anAddress, 'cod']))
      .toEqual({ ok: false, refusal: { code: 'not-signed-in' } })
    for (const actor of [visitor, await anAdmin(database)]) {
      await expect(call(database, actor, 'place_order', ['k', lines, anAddress, 'cod'])).rejects.toThrow(/permission denied/)
    }
  })
})

describe('The same submit again (D17)', () => {
  test('the same key and request give the same order, once', async () => {
    const lines = linesOf([{ product: honey, quantity: 1 }])
    const first = await place(lines, { key: 'again' })
    const second = await place(lines, { key: 'again' })
    expect(second).toEqual({ ok: true, value: { ...(first.ok && first.value), repeated: true } })
    expect(await stockOf(database, honey)).toBe(9)
  })

  test('the same key for another cart, address or payment is refused', async () => {
    const lines = linesOf([{ product: honey, quantity: 1 }])
    await place(lines, { key: 'again' })
    expect(await codeOf(place(linesOf([{ product: honey, quantity: 2 }]), { key: 'again' }))).toBe('key-reused')
    expect(await codeOf(place(linesOf([{ product: honey, quantity: 1, price: 7 }]), { key: 'again' }))).toBe('key-reused')
    expect(await codeOf(place(lines, { key: 'again', address: { ...anAddress, city: 'Leeds' } }))).toBe('key-reused')
    expect(await countOrders()).toBe(1)
  })

  test('a refused submit may be sent again with the same key', async () => {
    const lines = linesOf([{ product: honey, quantity: 11 }])
    expect(await codeOf(place(lines, { key: 'again' }))).toBe('cart-changed')
    await database.query('update products set stock = 20 where id = $1', [honey.id])
    await database.query(`insert into inventory_adjustments (product_id, quantity_change, reason, action_type, author_kind, stock_after) values ($1, 10, 'Found', 'manual_adjustment', 'system', 20)`, [honey.id])
    expect(await codeOf(place(lines, { key: 'again' }))).toBe('placed')
  })

  test('the key belongs to its shopper: another may use the same', async () => {
    const lines = linesOf([{ product: honey, quantity: 1 }])
    await place(lines, { key: 'mine' })
    const answer = await call(database, await aCustomer(database), 'place_order', ['mine', lines, anAddress, 'cod'])
    expect(answer).toMatchObject({ ok: true, value: { repeated: false } })
  })

  test.each([null, '', '   ', 'x'.repeat(256)])('a key of %j is refused', async (key) => {
    expect(await codeOf(place(linesOf([{ product: honey, quantity: 1 }]), { key }))).toBe('key-missing')
  })

  test('after all of this the books add up', async () => {
    expect(await whatDoesNotAddUp(database)).toEqual([])
  })
})
