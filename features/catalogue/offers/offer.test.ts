import { describe, expect, test } from 'vitest'
import { offerPriceAfter, previewOffers, showOffer, type OfferProduct, type OfferRule } from './offer.ts'

const price = (hundredths: number): OfferRule => ({ unit: 'price', hundredths, rounding: 'ends-9' })
const percent = (hundredths: number, rounding: OfferRule['rounding'] = 'penny'): OfferRule => ({
  unit: 'percent',
  hundredths,
  rounding,
})

describe('OFFER-8 an offer price is below the normal one', () => {
  test.each<[normal: number, rule: OfferRule, expected: ReturnType<typeof offerPriceAfter>]>([
    [500, percent(1000), { pence: 450 }],
    [500, percent(1000, 'ends-9'), { pence: 449 }],
    [500, { unit: 'pounds', hundredths: 125, rounding: 'penny' }, { pence: 375 }],
    // Amounts that need no rounding.
    [500, price(400), { pence: 400 }],
    [500, price(499), { pence: 499 }],
    [500, price(500), { problem: 'not-below' }],
    [500, price(501), { problem: 'not-below' }],
    // Halves round up, here to the price itself.
    [1, percent(1), { problem: 'not-below' }],
    [500, { unit: 'pounds', hundredths: 500, rounding: 'penny' }, { problem: 'too-low' }],
  ])('%s pence by %j', (normal, rule, expected) => {
    expect(offerPriceAfter(normal, rule)).toEqual(expected)
  })
})

test('OFFER-9 a product with another offer in this time gets none', () => {
  const tea: OfferProduct = {
    id: 'a',
    name: 'Tea',
    net_weight: null,
    price: 5,
    version: 1,
    is_active: true,
    overlaps: false,
    charged_since: null,
    reference_until: null,
  }
  expect(previewOffers([tea, { ...tea, overlaps: true }], price(400))).toMatchObject([
    { offerPrice: 4 },
    { problem: 'overlaps' },
  ])
})

test.each<[endsAt: string, until: string, validUntil: string]>([
  // Midnight in London belongs to the previous day.
  ['2026-12-04T00:00:00Z', '3 December', '2026-12-03'],
  ['2027-06-03T23:00:00Z', '3 June', '2027-06-03'],
  ['2026-12-03T17:00:00Z', '3 December, 5:00 pm', '2026-12-03T17:00:00Z'],
])('OFFER-10 an offer that ends at %s is until %s', (endsAt, until, validUntil) => {
  expect(showOffer(endsAt, 5)).toEqual({ was: 5, until, validUntil })
})
