import { describe, expect, test } from 'vitest'
import {
  cartLimitMessage,
  allowanceExceededMessage,
  isVerifyingEnough,
  tooManyOrders,
} from './limit-messages.ts'

const unverified = { is_verified: false, open_total: 120, max_open_total: 150, max_open_total_verified: 600 }
const verified = { ...unverified, is_verified: true, max_open_total: 600 }

test('an order within the allowance has no message, to the penny', () => {
  expect(allowanceExceededMessage(unverified, 30)).toBeNull()
  expect(allowanceExceededMessage({ ...unverified, open_total: 149.9 }, 0.1)).toBeNull()
  expect(allowanceExceededMessage({ ...unverified, max_open_total: null }, 1e6)).toBeNull()
})

describe('LIMIT-12 the cart tells the limit that applies', () => {
  const limits = { max_open_total_unverified: 150, max_open_total_verified: 600 }
  const limitOfAll = 'Orders of up to £600.00 in all can be on their way to you at one time.'

  test('a customer whose address is not verified learns of the lower limit', () => {
    expect(cartLimitMessage(150, limits, false)).toBeNull()
    expect(cartLimitMessage(150.01, limits, false)).toBe(
      'Until your email address is verified, orders of up to £150.00 in all can be on their way to you at one time. After that, up to £600.00.',
    )
  })

  test.each([true, null])(
    'nobody else (verified: %s) learns of it, only of the limit of all',
    (isVerified) => {
      expect(cartLimitMessage(600, limits, isVerified)).toBeNull()
      expect(cartLimitMessage(600.01, limits, isVerified)).toBe(limitOfAll)
    },
  )

  test('above the limit of all, that one comes first', () => {
    expect(cartLimitMessage(689, limits, false)).toBe(
      `${limitOfAll} Until your email address is verified, up to £150.00.`,
    )
  })

  test('where verifying changes nothing, it is not mentioned', () => {
    const equal = { ...limits, max_open_total_verified: 150 }
    for (const isVerified of [false, true, null])
      expect(cartLimitMessage(200, equal, isVerified)).toBe(
        'Orders of up to £150.00 in all can be on their way to you at one time.',
      )
  })
})

describe('LIMIT-12 an order beyond the allowance', () => {
  test('shows open total, own total, and what to do', () => {
    expect(allowanceExceededMessage(unverified, 30.01)).toBe(
      'You pay at the door, so until your email address is verified, orders of up to £150.00 in all can be on their way to you at one time. ' +
        '£120.00 of yours is on its way, and this order comes to £30.01. Verify your address with the link in our email, wait for your delivery or order less.',
    )
    expect(allowanceExceededMessage({ ...unverified, open_total: 0 }, 151)).toContain(
      'This order comes to £151.00. Verify your address with the link in our email or order less.',
    )
    expect(allowanceExceededMessage({ ...verified, open_total: 590 }, 20)).toContain(
      'Wait for your delivery or order less. For more, ring us.',
    )
  })

  test('above the limit of a verified address, verifying is not offered as the way', () => {
    expect(isVerifyingEnough({ ...unverified, open_total: 0 }, 600)).toBe(true)
    expect(isVerifyingEnough({ ...unverified, open_total: 0 }, 600.01)).toBe(false)
    expect(isVerifyingEnough(unverified, 480.01)).toBe(false)
    expect(isVerifyingEnough(verified, 1)).toBe(false)
    expect(allowanceExceededMessage({ ...unverified, open_total: 0 }, 689)).toBe(
      'You pay at the door, so orders of up to £600.00 in all can be on their way to you at one time, and of up to £150.00 until your email address is verified. ' +
        'This order comes to £689.00. Order less. For more, ring us.',
    )
    expect(allowanceExceededMessage(unverified, 500)).toContain(
      '£120.00 of yours is on its way, and this order comes to £500.00. Wait for your delivery or order less. For more, ring us.',
    )
  })

  test('where verifying changes nothing, it is not mentioned', () => {
    const equal = { ...unverified, max_open_total_verified: 150 }
    expect(allowanceExceededMessage(equal, 200)).not.toMatch(/verify/i)
    expect(allowanceExceededMessage({ ...unverified, max_open_total_verified: null }, 1e6)).toContain(
      'Verify',
    )
  })
})

test('LIMIT-13 the rate limit message says when to try again, and that the cart is kept', () => {
  expect(tooManyOrders(61)).toBe(
    'You can do so in 2 minutes: many orders have come from you in a short time, nothing was ordered now, and your cart stays as it is.',
  )
  expect(tooManyOrders(5)).toContain('You can do so in a minute:')
})
