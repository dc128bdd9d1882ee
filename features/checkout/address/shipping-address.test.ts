import { describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { shippingForm } from '#features/checkout/checkout-form.ts'
import {
  validateShippingForm,
  SHIPPING_FIELDS,
  MAX_SHIPPING_LENGTHS,
  SHIPPING_MISSING_MESSAGES,
  type ShippingForm,
} from './shipping-address.ts'

const address: ShippingForm = {
  full_name: 'Asha Menon',
  phone: '020 7946 0018',
  address: '9 Ghat Road',
  post_code: 'SW1A 1AA',
  city: 'London',
  country: 'United Kingdom',
}

function onTheServer(entries: ShippingForm) {
  const parsed = shippingForm.safeParse(entries)
  if (parsed.success) return { ok: true, value: parsed.data }
  return {
    ok: false,
    errors: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])),
  }
}

describe('The shipping address', () => {
  test('CHECKOUT-5 all six fields are required, each with its message, after trimming', () => {
    expect(SHIPPING_FIELDS).toEqual(['full_name', 'phone', 'address', 'post_code', 'city', 'country'])
    const blank = Object.fromEntries(
      SHIPPING_FIELDS.map((field) => [field, ' \t\n\u0085\u200b']),
    ) as ShippingForm
    expect(validateShippingForm(blank)).toEqual({ ok: false, errors: SHIPPING_MISSING_MESSAGES })
    expect(validateShippingForm({ ...address, city: '' })).toEqual({
      ok: false,
      errors: { city: messages.enterCity },
    })
  })

  test('DELIVERY-2 DELIVERY-3 a post code is normalised, and refused if not in the United Kingdom', () => {
    expect(validateShippingForm({ ...address, post_code: ' sw1a1aa ' })).toEqual({ ok: true, value: address })
    const refusedAs = (post_code: string) => {
      const checked = validateShippingForm({ ...address, post_code })
      return checked.ok ? null : checked.errors
    }
    expect(refusedAs('75001')).toEqual({ post_code: messages.postCodeNotUk })
    expect(refusedAs('je2 3ab')).toEqual({ post_code: messages.postCodeOutsideUk })
    expect(refusedAs('bfpo 57')).toEqual({ post_code: messages.postCodeOfForces })
    expect(refusedAs('ß'.repeat(12)), 'capitals would make it 24 letters').toEqual({
      post_code: messages.postCodeNotUk,
    })
    expect(refusedAs('ß'.repeat(21))).toEqual({ post_code: tooLongMessage('Post Code', 20) })
  })

  test.each(['France', 'Jersey', 'united kingdom', 'UK', 'United Kingdom of Great Britain'])(
    'DELIVERY-1 the country is United Kingdom and not %s',
    (country) => {
      expect(validateShippingForm({ ...address, country })).toEqual({
        ok: false,
        errors: { country: messages.countryNotUk },
      })
    },
  )

  test('DELIVERY-4 a phone number has at least ten digits', () => {
    expect(validateShippingForm({ ...address, phone: '12' })).toEqual({
      ok: false,
      errors: { phone: messages.phoneTooShort },
    })
    expect(validateShippingForm({ ...address, phone: ' +44 (0)20  7946 0018 ' })).toMatchObject({
      ok: true,
      value: { phone: '+44 (0)20 7946 0018' },
    })
  })

  test('name, phone and town are single lines; the address may have several', () => {
    expect(
      validateShippingForm({
        ...address,
        full_name: '\u0085Asha \n Menon\u0000',
        address: ' 9 Ghat Road\nVythiri\u2003',
      }),
    ).toEqual({ ok: true, value: { ...address, full_name: 'Asha Menon', address: '9 Ghat Road\nVythiri' } })
  })

  test('browser and server validate alike', () => {
    for (const field of SHIPPING_FIELDS) {
      const longest = MAX_SHIPPING_LENGTHS[field]
      for (const entry of [
        '',
        '   ',
        ' x ',
        'x\ny',
        'é'.repeat(longest),
        'x'.repeat(longest + 1),
        ` ${'x'.repeat(longest)} `,
        '<b>',
      ]) {
        const entries = { ...address, [field]: entry }
        expect(validateShippingForm(entries), `${field} ${JSON.stringify(entry)}`).toEqual(
          onTheServer(entries),
        )
      }
    }
    expect(validateShippingForm({ ...address, city: 'x'.repeat(101) })).toEqual({
      ok: false,
      errors: { city: tooLongMessage('City', 100) },
    })
  })

  test('a missing field is reported like an empty one', () => {
    const { city: _city, ...rest } = address
    expect(shippingForm.safeParse(rest).error?.issues.map(({ message }) => message)).toEqual([
      messages.enterCity,
    ])
  })
})
