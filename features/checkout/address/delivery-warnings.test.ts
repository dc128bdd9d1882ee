import { expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { deliveryWarning, deliveryWarnings } from './delivery-warnings.ts'

test('DELIVERY-5 a profile warns at each field that checkout would refuse', () => {
  expect(deliveryWarnings({ phone: '12', post_code: 'JE2 3AB', country: 'France' })).toEqual({
    phone: messages.phoneTooShort,
    post_code: messages.postCodeOutsideUk,
    country: messages.countryNotUk,
  })
  expect(deliveryWarning('post_code', '75001')).toBe(messages.postCodeNotUk)
})

test('DELIVERY-5 no warning for valid and empty fields', () => {
  expect(deliveryWarnings({ phone: '020 7946 0018', post_code: 'sw1a1aa', country: 'Scotland' })).toEqual({})
  expect(deliveryWarnings({ phone: null, post_code: ' ', country: '' })).toEqual({})
  expect(deliveryWarnings(null)).toEqual({})
})
