import { expect, test } from 'vitest'
import { addressSaveOffer } from './saved-address.ts'

const entries = { address: '4 Mill Lane', post_code: 'LS1 4AP', city: 'Leeds', country: 'United Kingdom' }
const profile = { full_name: 'Anu Mathew', phone: '020 7946 0958', ...entries }

test.each([
  ['no profile', null],
  ['a profile without an address', { ...profile, address: null }],
  ['a profile with an address of spaces', { ...profile, address: '  ' }],
])('CHECKOUT-22 with %s checkout offers to save the address', (_, known) => {
  expect(addressSaveOffer(entries, known)).toBe('new')
})

test('CHECKOUT-22 the address of the profile is not offered again, however it is typed', () => {
  expect(addressSaveOffer(entries, profile)).toBeNull()
  expect(addressSaveOffer({ ...entries, post_code: ' ls1 4ap', city: 'Leeds ' }, profile)).toBeNull()
})

test('CHECKOUT-22 a different address is offered as a replacement', () => {
  for (const other of [
    { address: '9 Ghat Road' },
    { post_code: 'YO1 7HH' },
    { city: 'York' },
    { country: 'France' },
  ]) {
    expect(addressSaveOffer({ ...entries, ...other }, profile)).toBe('other')
  }
})

test('an address that the profile cannot store is not offered', () => {
  expect(addressSaveOffer({ ...entries, post_code: 'LS1 4AP OR LS1 4AQ' }, null)).toBeNull()
})
