import { afterEach, describe, expect, test } from 'vitest'
import { setCartLimits } from '#shop/cart-limits.ts'
import { DEFAULT_ORDER_LIMITS } from '#shop/order-limits.ts'
import { SIZE_LIMITS } from '#tests/fixtures/orders/size-limits.ts'
import {
  addNotices,
  noticesOf,
  reconcileCart,
  reconcileRefusedLines,
  type CartNotice,
  type CurrentCartProduct,
} from './reconcile-cart.ts'

const line = { id: 'honey', name: 'Forest Honey', image_url: '/old.webp', price: 11.5, quantity: 3 }
const chips = { id: 'chips', name: 'Banana Chips', image_url: null, price: 3.95, quantity: 2 }
const fact: CurrentCartProduct = {
  id: 'honey',
  name: 'Forest Honey',
  image_url: '/old.webp',
  price: 11.5,
  stock: 10,
}

describe('CART-12 Reconciling a cart', () => {
  afterEach(() => setCartLimits(DEFAULT_ORDER_LIMITS))

  test('a current cart stays unchanged without a notice', () => {
    expect(reconcileCart([line], [fact])).toEqual({ lines: [line], notices: [] })
  })

  test('CART-14 withdrawn products are removed and named', () => {
    const { lines, notices } = reconcileCart(
      [line, chips],
      [{ ...fact, id: 'chips', name: 'Banana Chips', image_url: null, price: 3.95 }],
    )
    expect(lines).toEqual([chips])
    expect(notices).toEqual([
      {
        id: 'honey',
        problem: 'withdrawn',
        sentence: 'Forest Honey is no longer sold, so it is no longer in your cart.',
      },
    ])
  })

  test.each([
    [12.25, '£12.25'],
    [9, '£9.00'],
  ])('CART-12 a price of %d is updated with a notice', (price, shown) => {
    const { lines, notices } = reconcileCart([line], [{ ...fact, price }])
    expect(lines).toEqual([{ ...line, price }])
    expect(notices.map(({ sentence }) => sentence)).toEqual([
      `The price of Forest Honey has changed from £11.50 to ${shown}.`,
    ])
  })

  test('CART-12 a quantity is reduced to the stock, with what is left', () => {
    const { lines, notices } = reconcileCart([line], [{ ...fact, stock: 2 }])
    expect(lines).toEqual([{ ...line, quantity: 2 }])
    expect(notices).toMatchObject([
      { problem: 'not-enough-stock', sentence: 'Only 2 of Forest Honey left, so your cart now has 2.' },
    ])
  })

  test('a quantity is reduced to the limit per order, with a notice', () => {
    setCartLimits({ ...DEFAULT_ORDER_LIMITS, ...SIZE_LIMITS })
    const { lines, notices } = reconcileCart([{ ...line, quantity: 25 }], [{ ...fact, stock: 20 }])
    expect(lines).toEqual([{ ...line, quantity: 20 }])
    expect(notices).toMatchObject([
      {
        problem: 'over-limit',
        sentence: 'At most 20 of one product in an order, so your cart now has 20 of Forest Honey.',
      },
    ])
    expect(reconcileCart([{ ...line, quantity: 25 }], [{ ...fact, stock: 7 }]).notices).toMatchObject([
      { problem: 'not-enough-stock' },
    ])
  })

  test('CART-12 sold-out products are removed', () => {
    const { lines, notices } = reconcileCart([line], [{ ...fact, stock: 0 }])
    expect(lines).toEqual([])
    expect(notices).toMatchObject([
      { id: 'honey', sentence: 'Forest Honey is sold out, so it is no longer in your cart.' },
    ])
  })

  test('two changes of a line give two notices', () => {
    const { lines, notices } = reconcileCart([line], [{ ...fact, price: 12, stock: 1 }])
    expect(lines).toEqual([{ ...line, price: 12, quantity: 1 }])
    expect(notices.map(({ problem }) => problem)).toEqual(['price-changed', 'not-enough-stock'])
  })

  test('a new name or picture is updated without a notice', () => {
    expect(reconcileCart([line], [{ ...fact, name: 'Wild Honey', image_url: '/new.webp' }])).toEqual({
      lines: [{ ...line, name: 'Wild Honey', image_url: '/new.webp' }],
      notices: [],
    })
  })

  test('reconciling again gives no notices', () => {
    const facts = [{ ...fact, price: 12, stock: 1 }]
    expect(reconcileCart(reconcileCart([line], facts).lines, facts).notices).toEqual([])
  })
})

describe('CHECKOUT-12 Reconciling lines refused by place_order', () => {
  const refused = {
    product_id: 'honey',
    name: 'Forest Honey',
    price: 12,
    stock: 10,
    problem: 'price-changed',
  } as const

  test('CHECKOUT-12 updates the refused line only', () => {
    const { lines, notices } = reconcileRefusedLines([line, chips], [refused])
    expect(lines).toEqual([{ ...line, price: 12 }, chips])
    expect(notices).toMatchObject([{ id: 'honey', problem: 'price-changed' }])
  })

  test('CHECKOUT-12 a withdrawn line keeps the name that the shopper knows', () => {
    const { lines, notices } = reconcileRefusedLines(
      [line, chips],
      [{ ...refused, problem: 'withdrawn', name: null, price: null, stock: null }],
    )
    expect(lines).toEqual([chips])
    expect(notices[0]?.sentence).toContain('Forest Honey is no longer sold')
  })

  test('CHECKOUT-12 reduces the quantity to the stock, or removes the line', () => {
    const short = { ...refused, problem: 'not-enough-stock', price: 11.5 } as const
    expect(reconcileRefusedLines([line], [{ ...short, stock: 1 }]).lines).toEqual([{ ...line, quantity: 1 }])
    expect(reconcileRefusedLines([line], [{ ...short, stock: 0 }]).lines).toEqual([])
  })
})

describe('CART-22 Notices of a cart that changes again', () => {
  const notice = (problem: CartNotice['problem'], sentence: string = problem, id = 'honey'): CartNotice => ({
    id,
    problem,
    sentence,
  })
  const sentences = (notices: readonly CartNotice[]) => notices.map(({ sentence }) => sentence)

  test('CART-22 a notice has only the newest price and quantity of a product, and says of a removed one only that it is gone', () => {
    const first = [
      notice('price-changed', 'from 3 to 4'),
      notice('not-enough-stock', 'only 5'),
      notice('price-changed', 'of chips', 'chips'),
    ]
    const second = addNotices(first, [notice('price-changed', 'from 4 to 3'), notice('over-limit', 'only 2')])
    expect(sentences(second)).toEqual(['of chips', 'from 4 to 3', 'only 2'])
    expect(sentences(addNotices(second, [notice('sold-out', 'sold out')]))).toEqual(['of chips', 'sold out'])
    expect(sentences(addNotices(second, []))).toEqual(sentences(second))
  })

  test('CART-22 there is no notice about a line that the shopper has taken out or put back', () => {
    const notices = [
      notice('price-changed'),
      notice('withdrawn', 'no longer sold', 'chips'),
      notice('sold-out', 'sold out', 'tea'),
    ]
    expect(sentences(noticesOf([line], notices))).toEqual(['price-changed', 'no longer sold', 'sold out'])
    expect(sentences(noticesOf([], notices))).toEqual(['no longer sold', 'sold out'])
    expect(sentences(noticesOf([line, chips, { ...chips, id: 'tea' }], notices))).toEqual(['price-changed'])
  })
})
