import { describe, expect, test } from 'vitest'
import { priceChangeMessages } from './price-change-messages.ts'
import {
  describePriceRule,
  MAX_PERCENT,
  parseHundredths,
  priceAfter,
  PRICE_DIRECTIONS,
  PRICE_ROUNDINGS,
  PRICE_UNITS,
  type PriceRule,
} from './price-rule.ts'
import { priceRuleForm } from './price-rule-form.ts'

const percent = (hundredths: number, rounding: PriceRule['rounding'] = 'penny'): PriceRule => ({
  direction: hundredths < 0 ? 'down' : 'up',
  unit: 'percent',
  hundredths: Math.abs(hundredths),
  rounding,
})
const pence = (amount: number, rounding: PriceRule['rounding'] = 'penny'): PriceRule => ({
  ...percent(amount, rounding),
  unit: 'pounds',
})

describe('PRICES-1 the new price is rounded as chosen', () => {
  test.each<[what: string, old: number, rule: PriceRule, expected: number]>([
    ['5 % of £3.50 is half a penny more than £3.67', 350, percent(500), 368],
    ['just below half a penny', 349, percent(500), 366],
    ['2.5 % down, half a penny', 300, percent(-250), 293],
    ['2.5 % down, half way upwards', 340, percent(-250), 332],
    ['20 pence up', 350, pence(20), 370],
    ['20 pence down', 350, pence(-20), 330],
    ['the nearest that ends in 5', 350, percent(500, 'ends-5'), 365],
    ['exactly half way between two that end in 5', 350, pence(20, 'ends-5'), 375],
    ['the nearest that ends in 9', 350, percent(500, 'ends-9'), 369],
    ['exactly half way between two that end in 9', 350, pence(14, 'ends-9'), 369],
    ['one that ends in 9 already stays', 349, percent(100, 'ends-9'), 349],
    ['a rise never ends below the old price', 411, percent(50, 'ends-9'), 419],
    ['a cut never ends above the old price', 408, percent(-10, 'ends-9'), 399],
    ['the lowest that ends in 5', 12, percent(-5000, 'ends-5'), 5],
    ['the highest', 9_999_998, pence(1), 9_999_999],
    ['a price of £0 plus an amount', 0, pence(50), 50],
  ])('%s', (_what, old, rule, expected) => {
    expect(priceAfter(old, rule)).toEqual({ pence: expected })
  })

  test.each<[what: string, old: number, rule: PriceRule, problem: string]>([
    ['to £0', 20, pence(-20), 'too-low'],
    ['below £0', 20, pence(-50), 'too-low'],
    ['100 % down', 350, percent(-10_000), 'too-low'],
    ['to less than half a penny', 1, percent(-6_000), 'too-low'],
    ['a cut to an ending that is below £0', 4, percent(-5_000, 'ends-5'), 'too-low'],
    ['5 % of £0', 0, percent(500), 'too-low'],
    ['above the highest', 9_999_999, pence(1), 'too-high'],
    ['above the highest by its ending', 9_999_999, percent(1, 'ends-5'), 'too-high'],
  ])('PRICES-2 %s is no price', (_what, old, rule, problem) => {
    expect(priceAfter(old, rule)).toEqual({ problem })
  })
})

test('PRICES-1 PRICES-2 any rule on any price: the ending, the direction, the distance and the limits hold', () => {
  // A random generator with a fixed seed, so that failures can be repeated.
  let seed = 20_261_124
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  const pick = <Value>(values: readonly Value[]) => values[random(values.length)]!
  let prices = 0
  for (let round = 0; round < 5_000; round++) {
    const old = random(10 ** (1 + random(7)))
    const rule: PriceRule = {
      direction: pick(PRICE_DIRECTIONS),
      unit: pick(PRICE_UNITS),
      hundredths: 1 + random(10 ** (1 + random(6))),
      rounding: pick(PRICE_ROUNDINGS),
    }
    const after = priceAfter(old, rule)
    const sign = rule.direction === 'up' ? 1 : -1
    const exact =
      rule.unit === 'percent'
        ? (old * (10_000 + sign * rule.hundredths)) / 10_000
        : old + sign * rule.hundredths
    const what = JSON.stringify({ old, rule, after, exact })
    if ('problem' in after) {
      expect(after.problem === 'too-low' ? exact : -exact, what).toBeLessThan(
        after.problem === 'too-low' ? 10 : -9_999_989,
      )
      continue
    }
    prices++
    expect(Number.isInteger(after.pence) && after.pence >= 1 && after.pence <= 9_999_999, what).toBe(true)
    expect(sign * (after.pence - old), what).toBeGreaterThanOrEqual(0)
    if (rule.rounding !== 'penny') expect(after.pence % 10, what).toBe(rule.rounding === 'ends-5' ? 5 : 9)
    expect(Math.abs(after.pence - exact), what).toBeLessThanOrEqual(rule.rounding === 'penny' ? 0.5 : 10)
  }
  expect(prices).toBeGreaterThan(1_000)
})

test.each<[typed: string, hundredths: number | null]>([
  ['5', 500],
  [' 2.5 % ', 250],
  ['£0.20', 20],
  ['0.05', 5],
  ['0', null],
  ['0.00', null],
  ['-5', null],
  ['1.005', null],
  ['5,5', null],
  ['1e3', null],
  ['', null],
  ['99999.99', 9_999_999],
  ['100000', null],
])('PRICES-1 the amount %j is %s hundredths', (typed, hundredths) => {
  expect(parseHundredths(typed)).toBe(hundredths)
})

test.each<[unit: PriceRule['unit'], amount: string, message: string | undefined]>([
  ['percent', '1000', undefined],
  ['percent', '1000.01', priceChangeMessages.percentTooLarge(MAX_PERCENT)],
  ['percent', '99999', priceChangeMessages.percentTooLarge(MAX_PERCENT)],
  ['percent', '0', priceChangeMessages.amountInvalid],
  ['pounds', '99999.99', undefined],
])('PRICES-9 by %s, an amount of %s is refused with %s', (unit, amount, message) => {
  for (const direction of PRICE_DIRECTIONS)
    expect(priceRuleForm.safeParse({ direction, unit, amount }).error?.issues[0]?.message).toBe(message)
})

test('PRICES-1 the rule of a form, with the first choice for an unknown one', () => {
  expect(
    priceRuleForm.parse({ direction: 'down', unit: 'pounds', amount: '0.2', rounding: 'ends-5' }),
  ).toEqual(pence(-20, 'ends-5'))
  expect(priceRuleForm.parse({ direction: 'x', unit: 'x', amount: '5', rounding: 'x' })).toEqual(percent(500))
  expect(priceRuleForm.safeParse({ amount: 'five' }).success).toBe(false)
  expect(describePriceRule(percent(550, 'ends-9'))).toBe('5.5 % up, ending in 9')
  expect(describePriceRule(percent(10_000))).toBe('100 % up, whole pence')
  expect(describePriceRule(pence(-20))).toBe('£0.20 down, whole pence')
})
