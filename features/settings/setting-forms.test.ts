import { describe, expect, test } from 'vitest'
import { DEFAULT_ORDER_LIMITS, formatLimit, ORDER_LIMITS } from '#shop/order-limits.ts'
import { identityForm, limitsForm } from './setting-forms.ts'
import { settingMessages } from './setting-messages.ts'

const IDENTITY = {
  version: '3',
  name: ' Saffron Lane ',
  company: 'Saffron Lane Trading Ltd',
  company_number: ' sc 123456',
  place_of_registration: 'Scotland',
  vat_number: '123456782',
  address: '4 Mill Street\r\nLeeds\r\nUnited Kingdom',
  phone: '0113 496 0700',
  email: 'hello@saffronlane.example',
  instagram: 'https://instagram.example/saffronlane',
}
const problems = (changes: Record<string, string>) => {
  const parsed = identityForm.safeParse({ ...IDENTITY, ...changes })
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((issue) => [issue.path[0], issue.message]))
}

describe('SETTING-4 The form of the identity', () => {
  test('SETTING-1 takes what the owner types, normalised; what is left empty is not said', () => {
    expect(identityForm.parse(IDENTITY)).toEqual({
      version: 3,
      name: 'Saffron Lane',
      tagline: null,
      company: 'Saffron Lane Trading Ltd',
      company_number: 'SC123456',
      place_of_registration: 'Scotland',
      vat_number: 'GB 123 4567 82',
      address: '4 Mill Street\nLeeds\nUnited Kingdom',
      phone: '0113 496 0700',
      email: 'hello@saffronlane.example',
      instagram: 'https://instagram.example/saffronlane',
      facebook: null,
      youtube: null,
    })
  })

  test.each([
    ['name', ' ', 'Please enter the name of the shop'],
    ['name', 'x'.repeat(61), 'Name of the shop must be 60 characters or fewer'],
    ['company', '', 'Please enter the company, or your own name if you trade under it'],
    ['company_number', '1234', settingMessages.companyNumber],
    ['place_of_registration', 'France', settingMessages.placeOfRegistration],
    ['vat_number', 'GB 123 4567 83', settingMessages.vatNumber],
    ['address', '4 Mill Street, Leeds', settingMessages.address],
    ['phone', '0113 496', settingMessages.phone],
    ['email', 'hello', settingMessages.email],
    ['instagram', 'instagram.example', settingMessages.link],
    ['facebook', 'javascript:alert(1)', settingMessages.link],
    ['youtube', 'https://localhost/x', settingMessages.link],
  ])('SETTING-4 refuses %s %j at its field', (field, typed, message) => {
    expect(problems({ [field]: typed })).toEqual({ [field]: message })
  })

  test.each([
    'https://user:pw@instagram.example/shop',
    'https://instagram.example@evil.example/shop',
    'https://instagram.example/\nshop',
  ])('SETTING-18 refuses the social link %j', (instagram) => {
    expect(problems({ instagram })).toEqual({ instagram: settingMessages.link })
  })
})

describe('SETTING-4 The form of the limits', () => {
  const texts = Object.fromEntries(ORDER_LIMITS.map((limit) => [limit, String(DEFAULT_ORDER_LIMITS[limit])]))
  const versions = JSON.stringify(Object.fromEntries(ORDER_LIMITS.map((limit) => [limit, 2])))

  test('SETTING-3 takes pounds and whole numbers', () => {
    const parsed = limitsForm.parse({ ...texts, versions, max_open_total_unverified: ' £175.50 ' })
    expect(parsed.limits).toEqual({ ...DEFAULT_ORDER_LIMITS, max_open_total_unverified: 175.5 })
    expect(parsed.versions.max_open_total_unverified).toBe(2)
  })

  test('LIMIT-11 SETTING-3 a limit of one order is left empty for none, and shown empty', () => {
    const sizes = ['max_quantity_per_product', 'max_products_per_order', 'max_quantity_per_order'] as const
    const empty = Object.fromEntries(sizes.map((limit) => [limit, ' ']))
    expect(limitsForm.parse({ ...texts, versions, ...empty }).limits).toEqual(DEFAULT_ORDER_LIMITS)
    expect(ORDER_LIMITS.map((limit) => formatLimit(limit, DEFAULT_ORDER_LIMITS[limit]))).toEqual([
      '',
      '',
      '',
      '150',
      '600',
      '10',
      '60',
    ])
    expect(formatLimit('max_quantity_per_product', 20)).toBe('20')
  })

  test.each([
    ['max_quantity_per_product', '0'],
    ['max_quantity_per_product', '1000'],
    ['max_products_per_order', '2.5'],
    ['max_open_total_verified', '-1'],
    ['max_open_total_verified', '1e9'],
    ['max_orders_per_hour_per_account', ''],
  ])('SETTING-4 refuses %s %j at its field', (limit, typed) => {
    const parsed = limitsForm.safeParse({ ...texts, versions, [limit]: typed })
    expect(parsed.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      [limit, expect.stringMatching(/^Enter (a whole number|an amount)/)],
    ])
  })
})
