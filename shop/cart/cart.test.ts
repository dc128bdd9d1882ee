import { describe, expect, test } from 'vitest'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '../spec.ts'
import { addLine, cartTotal, clear, EMPTY_CART, itemCount, quantityInCart, quantityStillAddable, restoreLine, setQuantity, type CartLine } from './cart.ts'

const honey: CartLine = { id: 'honey', name: 'Forest Honey', image_url: '/honey.webp', price: 11.5, quantity: 1 }
const chips: CartLine = { id: 'chips', name: 'Banana Chips', image_url: null, price: 3.95, quantity: 2 }

describe('The cart (§4)', () => {
  test('§4 adding an item already in the cart increases its quantity', () => {
    const lines = addLine(addLine(EMPTY_CART, honey), { ...honey, quantity: 2 })
    expect(lines).toEqual([{ ...honey, quantity: 3 }])
  })

  test('§4 adding a different item adds a line at the end', () => {
    expect(addLine([honey], chips)).toEqual([honey, chips])
  })

  test('a line that is added to takes over the price and name that were shown now', () => {
    expect(addLine([honey], { ...honey, name: 'Wild Honey', price: 12 })).toEqual([{ ...honey, name: 'Wild Honey', price: 12, quantity: 2 }])
  })

  test('§4 setting a quantity to 0 removes the line', () => {
    expect(setQuantity([honey, chips], 'honey', 0)).toEqual([chips])
  })

  test('§4 setting a quantity changes its line alone', () => {
    expect(setQuantity([honey, chips], 'chips', 5)).toEqual([honey, { ...chips, quantity: 5 }])
    expect(setQuantity([honey], 'unknown', 5)).toEqual([honey])
  })

  test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])('a quantity of %s changes nothing', (quantity) => {
    expect(setQuantity([honey], 'honey', quantity)).toEqual([honey])
    expect(addLine([honey], { ...honey, quantity })).toEqual([honey])
  })

  test('§4 the total is the sum of price times quantity, to the penny', () => {
    expect(cartTotal([honey, chips])).toBe(19.4)
    expect(cartTotal([{ ...chips, price: 0.1, quantity: 3 }])).toBe(0.3)
    expect(cartTotal(EMPTY_CART)).toBe(0)
  })

  test('§4 clearing empties the cart', () => {
    expect(clear()).toEqual([])
  })

  test('§2 the badge counts items, not lines', () => {
    expect(itemCount([honey, chips])).toBe(3)
  })

  test('no step changes the cart it was given', () => {
    const before = Object.freeze([Object.freeze({ ...honey }), Object.freeze({ ...chips })])
    addLine(before, honey)
    setQuantity(before, 'honey', 9)
    setQuantity(before, 'honey', 0)
    expect(before).toEqual([honey, chips])
  })
})

describe('How much fits (§5)', () => {
  test('§5 at most stock minus the quantity already in the cart', () => {
    expect(quantityStillAddable(5, 0)).toBe(5)
    expect(quantityStillAddable(5, 3)).toBe(2)
    expect(quantityStillAddable(5, 5)).toBe(0)
    expect(quantityStillAddable(2, 5)).toBe(0)
    expect(quantityStillAddable(0, 0)).toBe(0)
    expect(quantityStillAddable(5000, 0)).toBe(LINE_QUANTITY_MAX)
  })

  test('§5 adding stops at the stock, whatever was asked for', () => {
    expect(addLine([{ ...honey, quantity: 3 }], { ...honey, quantity: 9 }, 5)).toEqual([{ ...honey, quantity: 5 }])
    expect(addLine([{ ...honey, quantity: 5 }], honey, 5)).toEqual([{ ...honey, quantity: 5 }])
    expect(addLine(EMPTY_CART, honey, 0)).toEqual([])
  })

  test('D15 plus stops at the stock', () => {
    expect(setQuantity([honey], 'honey', 9, 4)).toEqual([{ ...honey, quantity: 4 }])
  })

  test('a line ends at the most of a line, and a cart at its most lines', () => {
    expect(quantityInCart(addLine(EMPTY_CART, { ...honey, quantity: 1e9 }), 'honey')).toBe(LINE_QUANTITY_MAX)
    const full = Array.from({ length: CART_LINES_MAX }, (_, place) => ({ ...honey, id: `p${place}` }))
    expect(addLine(full, chips)).toBe(full)
    expect(addLine(full, { ...honey, id: 'p7' })[7]?.quantity).toBe(2)
  })
})

describe('Taking a removal back', () => {
  test('the line stands where it stood', () => {
    const lines = [honey, chips, { ...honey, id: 'tea' }]
    expect(restoreLine(setQuantity(lines, 'chips', 0), chips, 1)).toEqual(lines)
    expect(restoreLine([honey], chips, -1)).toEqual([chips, honey])
  })

  test('a product that was added again meanwhile stays as it is', () => {
    expect(restoreLine([{ ...chips, quantity: 1 }], chips, 0)).toEqual([{ ...chips, quantity: 1 }])
  })
})
