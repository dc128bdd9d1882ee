import { expect, test } from 'vitest'
import { ADDRESS_DRAFT_STORAGE_KEY } from '#kit/storage/storage-keys.ts'
import { isSaveAddressChosen, storeDraft, initialAddress } from './shipping-address-draft.ts'

const profile = {
  full_name: 'Anu Mathew',
  phone: '020 7946 0958',
  address: '4 Mill Lane',
  post_code: 'LS1 4AP',
  city: 'Leeds',
  country: null,
}
function createStorage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
}

test('CHECKOUT-10 LIMIT-4 the shipping form starts with the profile and the United Kingdom by default', () => {
  expect(initialAddress(createStorage(), 'anu', profile)).toEqual({ ...profile, country: 'United Kingdom' })
  expect(initialAddress(null, 'anu', null)).toMatchObject({ full_name: '', country: 'United Kingdom' })
})

test('DELIVERY-1 the country is always the United Kingdom; post codes are normalised', () => {
  const tab = createStorage()
  storeDraft(tab, 'anu', { ...initialAddress(tab, 'anu', profile), country: 'France', post_code: 'ls14ap' })
  expect(initialAddress(tab, 'anu', profile)).toMatchObject({
    country: 'United Kingdom',
    post_code: 'LS1 4AP',
  })
  expect(initialAddress(null, 'anu', { ...profile, country: 'France', post_code: '75001' })).toMatchObject({
    country: 'United Kingdom',
    post_code: '75001',
  })
})

test('CHECKOUT-23 typed values survive a reload, including emptied fields', () => {
  const tab = createStorage()
  storeDraft(tab, 'anu', { ...initialAddress(tab, 'anu', profile), city: 'York', phone: '' })
  expect(initialAddress(tab, 'anu', profile)).toMatchObject({
    city: 'York',
    phone: '',
    full_name: 'Anu Mathew',
  })
})

test('CHECKOUT-23 another customer on the same browser starts with their own profile', () => {
  const tab = createStorage()
  storeDraft(tab, 'anu', { ...initialAddress(tab, 'anu', profile), city: 'York' })
  expect(initialAddress(tab, 'ben', null).city).toBe('')
})

test('the draft is removed after an order', () => {
  const tab = createStorage()
  storeDraft(tab, 'anu', { ...initialAddress(tab, 'anu', profile), city: 'York' })
  storeDraft(tab, 'anu', null)
  expect(initialAddress(tab, 'anu', profile).city).toBe('Leeds')
})

test.each(['nonsense', '7', '{"customer_id":"anu","city":7}'])('an invalid draft (%s) is ignored', (text) => {
  const tab = createStorage()
  tab.setItem(ADDRESS_DRAFT_STORAGE_KEY, text)
  expect(initialAddress(tab, 'anu', profile).city).toBe('Leeds')
})

test('CHECKOUT-22 saving the address is opt-in; the choice survives a reload and is removed after the order', () => {
  const tab = createStorage()
  const address = initialAddress(tab, 'anu', null)
  expect(isSaveAddressChosen(tab, 'anu')).toBe(false)
  storeDraft(tab, 'anu', address, true)
  expect([isSaveAddressChosen(tab, 'anu'), isSaveAddressChosen(tab, 'ben')]).toEqual([true, false])
  storeDraft(tab, 'anu', null)
  expect(isSaveAddressChosen(tab, 'anu')).toBe(false)
})
