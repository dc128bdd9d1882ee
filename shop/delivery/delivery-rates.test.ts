import { describe, expect, test } from 'vitest'
import { deliveryChanged } from './delivery-changed-message.ts'
import { deliveryLine, formatHour } from './delivery-messages.ts'
import { expressCharge, standardCharge } from './delivery-policy-messages.ts'
import { deliveryCharge, missingToFreeDelivery, serviceCharge } from './delivery-rates.ts'
import { DEFAULT_DELIVERY, toDeliveryRates, toDeliveryTexts } from './delivery-settings.ts'

const rates = toDeliveryRates({ ...DEFAULT_DELIVERY, is_charged: true })!

describe('DELIVERY-12 The charge in the browser', () => {
  test.each([
    [0.01, 3.99],
    [49.99, 3.99],
    [50, 3.99],
    [50.01, 0],
  ])('DELIVERY-12 items of £%f are delivered for £%f', (items, charge) => {
    expect(serviceCharge(items, rates, 'standard')).toBe(charge)
    expect(serviceCharge(items, rates, 'express')).toBe(4.99)
  })

  test('DELIVERY-9 without agreed rates there is none', () => {
    expect(deliveryCharge(10, null, null)).toBe(0)
    expect(toDeliveryRates(DEFAULT_DELIVERY)).toBeUndefined()
  })

  test.each([
    [23, 27.01],
    [50, 0.01],
    [50.01, null],
  ])('DELIVERY-15 £%f lacks £%f to free delivery, which then is free', (items, missing) => {
    expect(missingToFreeDelivery(items, rates)).toBe(missing)
    if (missing !== null) expect(serviceCharge(items + missing, rates, 'standard')).toBe(0)
  })

  test('DELIVERY-15 nothing lacks if delivery is never free, or always', () => {
    expect(missingToFreeDelivery(1, { ...rates, free_over: null })).toBeNull()
    expect(missingToFreeDelivery(1, { ...rates, standard: 0 })).toBeNull()
  })
})

describe('DELIVERY-15 Texts', () => {
  test('DELIVERY-14 an order without agreed rates has no line of its own', () => {
    const order = { delivery_service: 'standard' as const, delivery_rate: null, delivery_charge: 0 }
    expect(deliveryLine(order)).toBeNull()
    expect(deliveryLine({ ...order, delivery_rate: 3.99 })).toEqual({
      label: 'Standard delivery',
      value: 'Free',
    })
    expect(deliveryLine({ delivery_service: 'express', delivery_rate: 4.99, delivery_charge: 4.99 })).toEqual(
      { label: 'Express delivery', value: '£4.99' },
    )
  })

  test.each([
    [{}, '£3.99 delivery', 'Delivery £3.99, free over £50.00.'],
    [{ free_over: null }, '£3.99 delivery', 'Delivery £3.99.'],
    [{ standard: 0 }, 'Free delivery', 'Standard delivery is free.'],
    [{ is_charged: false }, 'No delivery charge', 'No delivery charge is added.'],
  ])('DELIVERY-15 with %j the first pages say %s', (change, title, charge) => {
    expect(toDeliveryTexts({ ...DEFAULT_DELIVERY, is_charged: true, ...change })).toMatchObject({
      title,
      charge,
    })
  })

  test('DELIVERY-15 the policy names both services, or standard alone', () => {
    expect(standardCharge(rates)).toContain(
      '£3.99 for each order, and is free if the items cost more than £50.00',
    )
    expect(standardCharge({ ...rates, free_over: null })).toBe(
      'Standard delivery costs £3.99 for each order. Free delivery over £50.00 is not offered at present.',
    )
    expect(standardCharge({ ...rates, standard: 0 })).toBe(
      'Standard delivery is free: our rate of £3.99 for each order, free over £50.00, is not charged at present.',
    )
    expect(expressCharge(rates)).toContain('£4.99')
    expect(expressCharge({ ...rates, express: null })).toBeNull()
    expect([1, 11, 12, 13, 23].map(formatHour)).toEqual(['1 am', '11 am', '12 pm', '1 pm', '11 pm'])
  })

  test('DELIVERY-13 the reason says what has changed', () => {
    const was = { is_offered: true, charge: 4.5, seen_charge: 3.99 }
    expect(deliveryChanged(was)).toContain('has changed from £3.99 to £4.50')
    expect(deliveryChanged({ ...was, charge: 0 })).toContain('from £3.99 to nothing')
    expect(deliveryChanged({ ...was, seen_charge: 4.5 })).toContain('What delivery costs, or the day')
    expect(deliveryChanged({ ...was, is_offered: false })).toContain('not offered any more')
  })
})
