import { describe, expect, test } from 'vitest'
import { messages, tooManyTries } from './messages.ts'
import { noLongerSold, onlyLeft, priceChanged } from '#features/cart/reconcile-messages.ts'
import { adminNotices } from './admin-notices.ts'
import { notices, noticeMessage } from './notices.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'

/** Required word for word by the specification (MESSAGE-1). */
const SPEC_TEXTS = [
  'Registration successful! Please check your email to verify your account.',
  'No orders yet',
  'Your cart is empty',
  'Order placed successfully!',
  'Product Not Found',
  'Order not found',
  'Cancelled by admin',
  'Cancelled by customer',
  'Order Cancelled',
  'Password must be at least 8 characters long',
  'Passwords do not match',
  'Invalid email or password',
  'Out of Stock',
  'No more stock available',
  'Please sign in to checkout',
  'Coming soon',
  'Category not found',
  'Please fill in all fields',
  'Please provide a cancellation reason',
  'Access denied. Admin privileges required.',
  'No user returned after signup',
  'An error occurred',
  'Error updating profile. Please try again.',
  'Profile updated successfully!',
  'Error placing order. Please try again.',
  'Error fetching orders. Please try again.',
  'Error updating order status. Please try again.',
  'Error cancelling order. Please try again.',
  'A product with this name already exists',
  'Stock cannot go below zero',
]

describe('Messages', () => {
  test('MESSAGE-1 texts of the spec are exact', () => {
    expect(Object.values(messages)).toEqual(expect.arrayContaining(SPEC_TEXTS))
  })

  test('MESSAGE-13 our own texts name the fix, and never say please, valid or error', () => {
    const ours = Object.values(messages).filter((text) => !SPEC_TEXTS.includes(text))
    expect(ours.length).toBeGreaterThan(40)
    expect(ours.filter((text) => /\b(please|invalid|error)\b/i.test(text))).toEqual([])
  })

  test('an unknown notice code shows nothing', () => {
    expect(noticeMessage('registered', notices)).toBe(messages.registrationSuccessful)
    for (const code of [null, undefined, '', 'no-such-code', 'constructor', '__proto__', 'toString'])
      expect(noticeMessage(code, notices)).toBeNull()
    expect(Object.values({ ...notices, ...adminNotices }).every((text) => typeof text === 'string')).toBe(
      true,
    )
  })

  test('CHECKOUT-12 each change of the cart has a notice with name and figures', () => {
    expect(priceChanged('Forest Honey', 11.5, 12)).toBe(
      'The price of Forest Honey has changed from £11.50 to £12.00.',
    )
    expect(onlyLeft('Forest Honey', 2)).toBe('Only 2 of Forest Honey left, so your cart now has 2.')
    expect(noLongerSold('Forest Honey')).toContain('Forest Honey is no longer sold')
  })

  test('the dashboard shows the number of waiting orders in singular and plural', () => {
    expect([0, 1, 4, 1200].map(adminOrderMessages.waiting)).toEqual([
      'No order is waiting to be processed.',
      '1 order is waiting to be processed.',
      '4 orders are waiting to be processed.',
      '1,200 orders are waiting to be processed.',
    ])
  })

  test('LIMIT-6 waits are in whole minutes, rounded up', () => {
    expect(tooManyTries(20)).toBe('Too many tries. Wait a minute, then try again.')
    expect(tooManyTries(61)).toBe('Too many tries. Wait 2 minutes, then try again.')
  })
})
