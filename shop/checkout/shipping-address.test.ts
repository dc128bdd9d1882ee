import { describe, expect, test } from 'vitest'
import { messages } from '../messages.ts'
import { tooLong } from '../field-sentences.ts'
import { shippingForm } from './checkout.ts'
import { checkShippingForm, SHIPPING_FIELDS, SHIPPING_LONGEST, SHIPPING_MISSING, type ShippingForm } from './shipping-address.ts'

const address: ShippingForm = {
  full_name: 'Asha Menon', phone: '020 7946 0018', address: '9 Ghat Road', post_code: 'SW1A 1AA', city: 'London', country: 'United Kingdom',
}

/** What the server's form makes of the same entries. */
function onTheServer(entries: ShippingForm) {
  const parsed = shippingForm.safeParse(entries)
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, errors: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])) }
}

describe('§5 The shipping address', () => {
  test('§5 all six fields are required, each with its own sentence, after trimming', () => {
    expect(SHIPPING_FIELDS).toEqual(['full_name', 'phone', 'address', 'post_code', 'city', 'country'])
    const blank = Object.fromEntries(SHIPPING_FIELDS.map((field) => [field, ' \t\n'])) as ShippingForm
    expect(checkShippingForm(blank)).toEqual({ ok: false, errors: SHIPPING_MISSING })
    expect(checkShippingForm({ ...address, city: '' })).toEqual({ ok: false, errors: { city: messages.enterCity } })
  })

  test('D19 a post code is trimmed and upper-case, and no form of it is refused', () => {
    expect(checkShippingForm({ ...address, post_code: ' sw1a   1aa ' })).toEqual({ ok: true, value: address })
    expect(checkShippingForm({ ...address, post_code: 'anything' })).toMatchObject({ ok: true, value: { post_code: 'ANYTHING' } })
  })

  test('the browser and the server say the same of the same entry', () => {
    for (const field of SHIPPING_FIELDS) {
      const longest = SHIPPING_LONGEST[field]
      for (const entry of ['', '   ', ' x ', 'x\ny', 'é'.repeat(longest), 'x'.repeat(longest + 1), ` ${'x'.repeat(longest)} `, '<b>']) {
        const entries = { ...address, [field]: entry }
        expect(checkShippingForm(entries), `${field} ${JSON.stringify(entry)}`).toEqual(onTheServer(entries))
      }
    }
    expect(checkShippingForm({ ...address, city: 'x'.repeat(101) })).toEqual({ ok: false, errors: { city: tooLong('City', 100) } })
  })

  test('a field that a form leaves out is told like an empty one', () => {
    const { city: _city, ...rest } = address
    expect(shippingForm.safeParse(rest).error?.issues.map(({ message }) => message)).toEqual([messages.enterCity])
  })
})
