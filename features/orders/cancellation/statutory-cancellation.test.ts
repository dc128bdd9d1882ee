import { describe, expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { cancellationForm, lastDayToCancel, rightToCancel } from './statutory-cancellation.ts'

describe('ORDER-36 The right to cancel', () => {
  test('ORDER-36 the last day is the 14th after the London day of delivery', () => {
    expect(lastDayToCancel('2026-11-21T12:00:00Z')).toBe('2026-12-05')
    // 00:30 on the 22nd in London, in summer time.
    expect(lastDayToCancel('2026-06-21T23:30:00Z')).toBe('2026-07-06')
    expect(lastDayToCancel(null)).toBeNull()
  })

  test('ORDER-36 names all ways to contact the seller; the form names seller, order and buyer', () => {
    for (const way of [
      'hello@ninthbend.example',
      'Ninth Bend Foods Ltd, 9 Peppercorn Yard, London',
      '020 7946 0123',
      '14 days',
    ]) {
      expect(rightToCancel(demonstrationIdentity)).toContain(way)
    }
    const order = {
      created_at: '2026-06-21T13:05:00Z',
      shipping_address: {
        full_name: 'Priya Nair',
        address: '12 Ghat Road\nFlat 3',
        post_code: 'SW1A 1AA',
        city: 'London',
      },
    }
    expect(cancellationForm(order, demonstrationIdentity, '3F2A91BC')).toEqual([
      'To Ninth Bend Foods Ltd, 9 Peppercorn Yard, London, United Kingdom, hello@ninthbend.example:',
      'I give notice that I cancel my contract of sale of the following goods: order 3F2A91BC.',
      'Ordered on 21 June 2026, received on:',
      'Name: Priya Nair',
      'Address: 12 Ghat Road, Flat 3, London, SW1A 1AA',
      'Date:',
    ])
  })
})
