import { expect, test } from 'vitest'
import { unverifiedLimitMessage, allowanceExceededMessage, tooManyOrders } from './limit-messages.ts'

const unverified = { is_verified: false, open_total: 120, max_open_total: 150 }

test('an order within the allowance has no message, to the penny', () => {
  expect(allowanceExceededMessage(unverified, 30)).toBeNull()
  expect(allowanceExceededMessage({ ...unverified, open_total: 149.9 }, 0.1)).toBeNull()
  expect(allowanceExceededMessage({ ...unverified, max_open_total: null }, 1e6)).toBeNull()
})

test('a cart above the limit of unverified customers shows that limit', () => {
  const limits = { max_open_total_unverified: 150, max_open_total_verified: 600 }
  expect(unverifiedLimitMessage(150, limits)).toBeNull()
  expect(unverifiedLimitMessage(150.01, limits)).toBe(
    'Until your email address is verified, orders of up to £150.00 in all can be on their way to you at one time. After that, up to £600.00.',
  )
  expect(
    unverifiedLimitMessage(200, { ...limits, max_open_total_verified: 150 }),
    'where verifying changes nothing',
  ).not.toContain('After that')
})

test('an order beyond the allowance shows open total, own total, and what to do', () => {
  expect(allowanceExceededMessage(unverified, 30.01)).toBe(
    'You pay at the door, so until your email address is verified, orders of up to £150.00 in all can be on their way to you at one time. ' +
      '£120.00 of yours is on its way, and this order comes to £30.01. Verify your address with the link in our email, wait for your delivery or order less.',
  )
  expect(allowanceExceededMessage({ ...unverified, open_total: 0 }, 151)).toContain(
    'This order comes to £151.00. Verify your address with the link in our email or order less.',
  )
  expect(allowanceExceededMessage({ is_verified: true, open_total: 590, max_open_total: 600 }, 20)).toContain(
    'Wait for your delivery or order less. For more, ring us.',
  )
})

test('the rate limit message says how long to wait, and that the cart is kept', () => {
  expect(tooManyOrders(61)).toBe(
    'Many orders have come from you in a short time. Nothing was ordered, and your cart is as it was. Wait 2 minutes, then place it again.',
  )
  expect(tooManyOrders(5)).toContain('Wait a minute')
})
