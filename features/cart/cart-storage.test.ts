import { describe, expect, test } from 'vitest'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#shop/constants.ts'
import { parseCart, serialiseCart, type StoredCart } from './cart-storage.ts'

const ID = '0b0e8a2c-1d9b-4c7e-8f57-2f4f7f3f1a01'
const line = { id: ID, name: 'Forest Honey', image_url: '/storage/honey.webp', price: 11.5, quantity: 2 }
const linesOf = (text: string | null) => parseCart(text).lines
const asStored = (lines: StoredCart['lines']) => serialiseCart({ id: null, lines })
const stored = (...lines: unknown[]) => JSON.stringify({ lines, total: 999 })

describe('The stored cart', () => {
  test('CART-1 lines and total are stored and read again', () => {
    expect(JSON.parse(asStored([line]))).toEqual({ lines: [line], total: 23 })
    expect(linesOf(asStored([line]))).toEqual([line])
    expect(linesOf(asStored([]))).toEqual([])
  })

  test.each([
    null,
    '',
    '{',
    'null',
    '7',
    '"cart"',
    '[]',
    '{}',
    '{"lines":null}',
    '{"lines":{}}',
    '{"lines":[null,1,"x",[]]}',
    '\0',
    '[[[[[',
  ])('CART-19 %j gives an empty cart and never throws', (text) => {
    expect(linesOf(text)).toEqual([])
  })

  test.each([
    ['a fraction is cut', { quantity: 2.9 }, 2],
    ['far too many are the most of a line', { quantity: 1e12 }, MAX_LINE_QUANTITY],
  ])('CART-19 a tampered quantity is repaired: %s', (_, change, quantity) => {
    expect(linesOf(stored({ ...line, ...change }))).toEqual([{ ...line, quantity }])
  })

  test.each([
    ['a negative quantity', { quantity: -3 }],
    ['no quantity', { quantity: undefined }],
    ['a quantity of nothing', { quantity: 0 }],
    ['a fraction below one', { quantity: 0.5 }],
    ['a quantity in words', { quantity: '2' }],
    ['a negative price', { price: -1 }],
    ['a price beyond any', { price: 1e300 }],
    ['no price', { price: null }],
    ['an id that is none', { id: 'x' }],
    ['an id of another kind', { id: 7 }],
    ['no name', { name: ' ' }],
  ])('a line with %s is dropped, the others stay', (_, change) => {
    const other = { ...line, id: ID.replace('01', '02') }
    expect(linesOf(stored({ ...line, ...change }, other))).toEqual([other])
  })

  test('duplicate lines are merged, in any notation of the ID', () => {
    expect(linesOf(stored(line, { ...line, id: ID.toUpperCase() }))).toEqual([{ ...line, quantity: 4 }])
  })

  test('external pictures, long names, fractions of a penny and unknown fields are removed', () => {
    const [read] = linesOf(
      stored({
        ...line,
        image_url: 'https://elsewhere.example/x.png',
        name: 'x'.repeat(5000),
        price: 11.504,
        admin: true,
      }),
    )
    expect(read).toEqual({ ...line, image_url: null, name: 'x'.repeat(600), price: 11.5 })
    expect(linesOf(stored({ ...line, image_url: '//elsewhere.example/x.png' }))[0]?.image_url).toBeNull()
    expect(linesOf(stored({ ...line, image_url: 'javascript:alert(1)' }))[0]?.image_url).toBeNull()
  })

  test('a cart keeps its ID as idempotency key; an invalid one is dropped', () => {
    const cart = { id: '3f2f7f57-8f57-4c7e-8f57-2f4f7f3f1a01', lines: [line] }
    expect(parseCart(serialiseCart(cart))).toEqual(cart)
    for (const id of [7, '', 'short', 'x'.repeat(101), 'with spaces in it', null])
      expect(parseCart(JSON.stringify({ id, lines: [] })).id).toBeNull()
  })

  test('lines beyond the maximum are dropped', () => {
    const many = Array.from({ length: 500 }, (_, place) => ({
      ...line,
      id: ID.slice(0, -4) + String(1000 + place),
    }))
    expect(linesOf(stored(...many))).toHaveLength(MAX_CART_LINES)
  })

  test('whatever is parsed can be serialised', () => {
    const cartJson = stored(
      { ...line, price: 0 },
      { ...line, id: ID.replace('01', '02'), price: 99_999.99, quantity: 999 },
    )
    expect(linesOf(asStored(linesOf(cartJson)))).toEqual(linesOf(cartJson))
  })
})
