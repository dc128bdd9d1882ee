import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setCartLimits } from '#shop/cart-limits.ts'
import { DEFAULT_ORDER_LIMITS } from '#shop/order-limits.ts'
import { SIZE_LIMITS } from '#tests/fixtures/orders/size-limits.ts'
import {
  addLine,
  cartTotal,
  clear,
  EMPTY_CART,
  itemCount,
  maxLineQuantity,
  quantityInCart,
  maxAddableQuantity,
  restoreLine,
  setQuantity,
  type CartLine,
} from './cart.ts'
import { fewerAddedMessage, lineAtLimitMessage, orderSizeMessage } from './cart-line-messages.ts'
import { quantityLimitMessage } from './cart-messages.ts'

const honey: CartLine = {
  id: 'honey',
  name: 'Forest Honey',
  image_url: '/honey.webp',
  price: 11.5,
  quantity: 1,
}
const chips: CartLine = { id: 'chips', name: 'Banana Chips', image_url: null, price: 3.95, quantity: 2 }

describe('The cart', () => {
  test('CART-3 adding an item already in the cart increases its quantity', () => {
    const lines = addLine(addLine(EMPTY_CART, honey), { ...honey, quantity: 2 })
    expect(lines).toEqual([{ ...honey, quantity: 3 }])
  })

  test('CART-3 adding a different item adds a line at the end', () => {
    expect(addLine([honey], chips)).toEqual([honey, chips])
  })

  test('adding to a line updates its price and name', () => {
    expect(addLine([honey], { ...honey, name: 'Wild Honey', price: 12 })).toEqual([
      { ...honey, name: 'Wild Honey', price: 12, quantity: 2 },
    ])
  })

  test('CART-4 setting a quantity to 0 removes the line', () => {
    expect(setQuantity([honey, chips], 'honey', 0)).toEqual([chips])
  })

  test('CART-4 setting a quantity changes its line only', () => {
    expect(setQuantity([honey, chips], 'chips', 5)).toEqual([honey, { ...chips, quantity: 5 }])
    expect(setQuantity([honey], 'unknown', 5)).toEqual([honey])
  })

  test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'a quantity of %s changes nothing',
    (quantity) => {
      expect(setQuantity([honey], 'honey', quantity)).toEqual([honey])
      expect(addLine([honey], { ...honey, quantity })).toEqual([honey])
    },
  )

  test('CART-5 the total is the sum of price times quantity, to the penny', () => {
    expect(cartTotal([honey, chips])).toBe(19.4)
    expect(cartTotal([{ ...chips, price: 0.1, quantity: 3 }])).toBe(0.3)
    expect(cartTotal(EMPTY_CART)).toBe(0)
  })

  test('CART-6 clearing empties the cart', () => {
    expect(clear()).toEqual([])
  })

  test('CART-7 the badge counts items, not lines', () => {
    expect(itemCount([honey, chips])).toBe(3)
  })

  test('operations do not change their input', () => {
    const before = Object.freeze([Object.freeze({ ...honey }), Object.freeze({ ...chips })])
    addLine(before, honey)
    setQuantity(before, 'honey', 9)
    setQuantity(before, 'honey', 0)
    expect(before).toEqual([honey, chips])
  })
})

const cartOf = (products: number, quantity: number) =>
  Array.from({ length: products }, (_, number) => ({ ...honey, id: `p${number}`, quantity }))

describe('Limits', () => {
  test('CART-9 at most stock minus the quantity already in the cart', () => {
    expect(maxAddableQuantity(5, 0)).toBe(5)
    expect(maxAddableQuantity(5, 3)).toBe(2)
    expect(maxAddableQuantity(5, 5)).toBe(0)
    expect(maxAddableQuantity(2, 5)).toBe(0)
    expect(maxAddableQuantity(0, 0)).toBe(0)
    expect(maxAddableQuantity(5000, 0)).toBe(999)
  })

  test('CART-9 adding is limited by the stock', () => {
    expect(addLine([{ ...honey, quantity: 3 }], { ...honey, quantity: 9 }, 5)).toEqual([
      { ...honey, quantity: 5 },
    ])
    expect(addLine([{ ...honey, quantity: 5 }], honey, 5)).toEqual([{ ...honey, quantity: 5 }])
    expect(addLine(EMPTY_CART, honey, 0)).toEqual([])
  })

  test('CART-13 CART-12 the plus button stops at the stock', () => {
    expect(setQuantity([honey], 'honey', 9, 4)).toEqual([{ ...honey, quantity: 4 }])
  })

  test('LIMIT-11 by default a cart takes the whole stock of each product', () => {
    expect(addLine(EMPTY_CART, { ...honey, quantity: 250 }, 250)).toEqual([{ ...honey, quantity: 250 }])
    expect(setQuantity(cartOf(60, 40), 'p0', 300, 250)[0]?.quantity).toBe(250)
    expect(addLine(cartOf(60, 40), chips, 9)).toHaveLength(61)
    expect(orderSizeMessage(cartOf(60, 40))).toBeNull()
  })
})

describe('Limits that the owner sets', () => {
  beforeEach(() => setCartLimits({ ...DEFAULT_ORDER_LIMITS, ...SIZE_LIMITS }))
  afterEach(() => setCartLimits(DEFAULT_ORDER_LIMITS))

  test('LIMIT-11 20 per line and 30 products per cart', () => {
    expect(quantityInCart(addLine(EMPTY_CART, { ...honey, quantity: 1e9 }), 'honey')).toBe(20)
    expect(setQuantity([honey], 'honey', 21)).toEqual([{ ...honey, quantity: 20 }])
    const full = cartOf(30, 1)
    expect(addLine(full, chips)).toBe(full)
    expect(addLine(full, { ...honey, id: 'p7' })[7]?.quantity).toBe(2)
  })

  test('LIMIT-11 100 units per order', () => {
    expect(maxAddableQuantity(50, 0, 97)).toBe(3)
    expect(addLine(cartOf(10, 9), { ...chips, quantity: 20 }).at(-1)?.quantity).toBe(10)
    expect(maxLineQuantity(cartOf(10, 9), 'p0')).toBe(19)
    expect(setQuantity(cartOf(10, 9), 'p0', 20)[0]?.quantity).toBe(19)
  })

  test('a cart beyond the limits shows a message and stays unchanged', () => {
    expect(orderSizeMessage(cartOf(30, 3))).toBeNull()
    expect(orderSizeMessage(cartOf(33, 1))).toBe(
      'An order holds at most 30 different products, and your cart has 33. Take 3 out and order them next time.',
    )
    expect(orderSizeMessage(cartOf(12, 10))).toBe(
      'An order holds at most 100 items, and your cart has 120. Take 20 out and order them next time.',
    )
    expect(setQuantity(cartOf(12, 10), 'p0', 9)[0]?.quantity).toBe(9)
    expect(itemCount(setQuantity(cartOf(12, 10), 'p0', 11)), 'nor does it grow').toBe(120)
  })

  test('a message explains why the quantity is at its limit', () => {
    expect(quantityLimitMessage(undefined)).toBe('At most 20 of one product in an order')
    expect(quantityLimitMessage(5, 2)).toBe('Only 2 can be added')
    expect(quantityLimitMessage(5)).toBe('No more stock available')
    expect(quantityLimitMessage(20, 3, 97)).toBe('At most 100 items in an order')
  })

  test('CART-21 a message says how many can be bought, and how many were added', () => {
    expect(fewerAddedMessage(3, { inCart: 3, stock: 3, inWholeCart: 3 })).toBe(
      'Only 3 can be bought, so 3 were added.',
    )
    expect(fewerAddedMessage(1, { inCart: 3, stock: 3, inWholeCart: 40 })).toBe(
      'Only 3 can be bought, so 1 was added.',
    )
    expect(fewerAddedMessage(20, { inCart: 20, stock: 20, inWholeCart: 20 })).toBe(
      'At most 20 of one product in an order, so 20 were added.',
    )
    expect(fewerAddedMessage(4, { inCart: 4, stock: 9, inWholeCart: 100 })).toBe(
      'At most 100 items in an order, so 4 were added.',
    )
    expect(lineAtLimitMessage(3, quantityLimitMessage(3))).toBe(
      'No more stock available, so your cart has 3.',
    )
  })

  test('limits set by the owner apply', () => {
    setCartLimits({
      ...DEFAULT_ORDER_LIMITS,
      max_quantity_per_product: 2,
      max_products_per_order: 1,
      max_quantity_per_order: 5,
    })
    expect(addLine(EMPTY_CART, { ...honey, quantity: 9 })).toEqual([{ ...honey, quantity: 2 }])
    expect(addLine([honey], chips)).toEqual([honey])
    expect(quantityLimitMessage(9)).toBe('At most 2 of one product in an order')
  })
})

describe('Undoing a removal', () => {
  test('restores the line at its index', () => {
    const lines = [honey, chips, { ...honey, id: 'tea' }]
    expect(restoreLine(setQuantity(lines, 'chips', 0), chips, 1)).toEqual(lines)
    expect(restoreLine([honey], chips, -1)).toEqual([chips, honey])
  })

  test('keeps a product that was added again', () => {
    expect(restoreLine([{ ...chips, quantity: 1 }], chips, 0)).toEqual([{ ...chips, quantity: 1 }])
  })
})
