import { describe, expect, test } from 'vitest'
import { formatPounds, fromPence, lineSubtotal, sumPounds, toPence } from './money.ts'

function* chances(count: number) {
  let seed = 20261121
  for (let each = 0; each < count; each += 1) {
    seed = (seed * 48271) % 2147483647
    yield seed
  }
}

describe('Money', () => {
  test('MONEY-1 every storable price survives pounds → pence → pounds', () => {
    const everyPenny = Array.from({ length: 100_001 }, (_, pence) => pence)
    const wrong = [...everyPenny, ...chances(20_000)].filter((pence) => {
      const pounds = Number(`${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`)
      return toPence(pounds) !== pence || fromPence(pence) !== pounds
    })
    expect(wrong).toEqual([])
  })

  test('MONEY-1 sums are made in pence: ten times 0.10 is 1.00, and 0.10 and 0.20 are 0.30', () => {
    expect(sumPounds(Array.from({ length: 10 }, () => 0.1))).toBe(1)
    expect(sumPounds([0.1, 0.2])).toBe(0.3)
    expect(sumPounds([])).toBe(0)
  })

  test('MONEY-1 the order of the amounts does not change their sum', () => {
    const amounts = [...chances(500)].map((pence) => fromPence(pence % 10_000_000))
    const exact = [...chances(500)].reduce((sum, pence) => sum + BigInt(pence % 10_000_000), 0n)
    expect(toPence(sumPounds(amounts))).toBe(Number(exact))
    expect(sumPounds(amounts.toReversed())).toBe(sumPounds(amounts))
  })

  test('ORDER-39 MONEY-5 a subtotal is price times quantity to the penny', () => {
    expect(lineSubtotal(4.35, 3)).toBe(13.05)
    expect(lineSubtotal(1.15, 999)).toBe(1148.85)
    expect(lineSubtotal(0.07, 100)).toBe(7)
    const wrong = [...chances(5_000)].filter((chance) => {
      const [pence, quantity] = [chance % 9_999_999, (chance % 999) + 1]
      return toPence(lineSubtotal(fromPence(pence), quantity)) !== pence * quantity
    })
    expect(wrong).toEqual([])
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300])(
    '%s is refused as an amount',
    (amount) => {
      expect(() => toPence(amount)).toThrow(RangeError)
      expect(() => sumPounds([1, amount])).toThrow(RangeError)
      expect(() => formatPounds(amount)).toThrow(RangeError)
    },
  )

  test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])('%s is refused as a quantity', (quantity) => {
    expect(() => lineSubtotal(1, quantity)).toThrow(RangeError)
  })

  test('fromPence accepts whole pence only', () => {
    expect(fromPence(450)).toBe(4.5)
    expect(() => fromPence(4.5)).toThrow(RangeError)
    expect(() => fromPence(2 ** 53)).toThrow(RangeError)
  })

  test.each([
    [4.5, '£4.50'],
    [0, '£0.00'],
    [-0.001, '£0.00'],
    [0.05, '£0.05'],
    [99.999, '£100.00'],
    [1234.5, '£1,234.50'],
    [99_999.99, '£99,999.99'],
    [1_234_567, '£1,234,567.00'],
    [-3.99, '-£3.99'],
  ])('MONEY-2 %d is shown as %s', (pounds, text) => {
    expect(formatPounds(pounds)).toBe(text)
  })

  test('MONEY-2 agrees with Intl for British pounds', () => {
    const intl = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
    for (const pence of chances(2_000)) expect(formatPounds(pence / 100)).toBe(intl.format(pence / 100))
  })
})
