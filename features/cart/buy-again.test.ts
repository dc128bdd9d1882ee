import { afterEach, describe, expect, test } from 'vitest'
import { setCartLimits } from '#shop/cart-limits.ts'
import { DEFAULT_ORDER_LIMITS } from '#shop/order-limits.ts'
import { SIZE_LIMITS } from '#tests/fixtures/orders/size-limits.ts'
import { buyAgain, type BuyAgainProduct, type OrderedItem } from './buy-again.ts'
import { buyAgainSummary } from './buy-again-messages.ts'
import type { CartLine } from './cart.ts'

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const item = (digit: number, part: Partial<OrderedItem> = {}): OrderedItem => ({
  product_id: id(digit),
  product_name: `Product ${digit}`,
  net_weight: '100g',
  price: 5,
  quantity: 2,
  ...part,
})
const product = (digit: number, part: Partial<BuyAgainProduct> = {}): BuyAgainProduct => ({
  id: id(digit),
  name: `Product ${digit}`,
  image_url: null,
  net_weight: '100g',
  price: 5,
  stock: 20,
  ...part,
})
const line = (digit: number, quantity: number): CartLine => ({
  id: id(digit),
  name: `Product ${digit}`,
  image_url: null,
  price: 5,
  quantity,
})
const sentencesOf = (items: OrderedItem[], products: BuyAgainProduct[], cart: CartLine[] = []) =>
  buyAgain(cart, items, products).differences.map(({ sentence }) => sentence)

afterEach(() => setCartLimits(DEFAULT_ORDER_LIMITS))

describe('ORDER-48 Buy again', () => {
  test('puts the lines of an unchanged order into the cart and names no difference', () => {
    const { lines, added, ordered, differences } = buyAgain(
      [line(3, 1)],
      [item(1), item(2)],
      [1, 2].map((n) => product(n)),
    )
    expect(lines).toEqual([line(3, 1), line(1, 2), line(2, 2)])
    expect([added, ordered, differences]).toEqual([4, 4, []])
    expect(buyAgainSummary(added, ordered)).toBe('All 4 items are in your cart')
  })

  test('adds at the price of today and names a price that went up or down', () => {
    const { lines } = buyAgain([], [item(1)], [product(1, { price: 6 })])
    expect(lines).toMatchObject([{ price: 6, quantity: 2 }])
    expect(sentencesOf([item(1)], [product(1, { price: 6 })])).toEqual([
      'Product 1 now costs £6.00, up from £5.00.',
    ])
    expect(sentencesOf([item(1)], [product(1, { price: 4.5 })])).toEqual([
      'Product 1 now costs £4.50, down from £5.00.',
    ])
  })

  test('names what is sold out, withdrawn or short, each by itself', () => {
    expect(
      sentencesOf([item(1), item(2), item(3)], [product(1, { stock: 0 }), product(3, { stock: 1 })]),
    ).toEqual([
      'Product 1 is sold out, so it was not added.',
      'Product 2 is no longer sold, so it was not added.',
      'Product 3: 1 of 2 added. Only 1 left.',
    ])
    expect(sentencesOf([item(3)], [product(3, { stock: 3 })], [line(3, 3)])).toEqual([
      'Product 3: none of 2 added. Only 3 left, and your cart had 3 already.',
    ])
  })

  test('names another weight and another name', () => {
    expect(sentencesOf([item(1)], [product(1, { name: 'Honey', net_weight: '80g' })])).toEqual([
      'Product 1 is now called Honey.',
      'Honey now holds 80g, and held 100g.',
    ])
  })

  test('LIMIT-11 keeps the limits of an order and names the limit', () => {
    setCartLimits({ ...DEFAULT_ORDER_LIMITS, ...SIZE_LIMITS })
    expect(sentencesOf([item(1, { quantity: 25 })], [product(1)])).toEqual([
      'Product 1: 20 of 25 added. At most 20 of one product in an order.',
    ])
    const nearlyFull = [2, 3, 4, 5].map((digit) => line(digit, 20)).concat(line(6, 19))
    expect(sentencesOf([item(1)], [product(1)], nearlyFull)).toEqual([
      'Product 1: 1 of 2 added. An order holds at most 100 items.',
    ])
    const thirtyLines = Array.from({ length: 30 }, (_, index) => ({
      ...line(9, 1),
      id: `00000000-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`,
    }))
    expect(sentencesOf([item(1)], [product(1)], thirtyLines)).toEqual([
      'Product 1: none of 2 added. An order holds at most 30 different products, and your cart has as many.',
    ])
  })
})
