import { expect, test } from 'vitest'
import { DRAFT_STORAGE_KEY } from '#web/session/storage-keys.ts'
import { isKeepingChosen, keepDraft, startAddress } from './shipping-address-draft.ts'

const profile = {
  full_name: 'Anu Mathew', phone: '020 7946 0958', address: '4 Mill Lane', post_code: 'LS1 4AP', city: 'Leeds', country: null,
}
function aTab() {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

test('D20 the shipping form starts from the profile, and from the United Kingdom where that says nothing', () => {
  expect(startAddress(aTab(), 'anu', profile)).toEqual({ ...profile, country: 'United Kingdom' })
  expect(startAddress(null, 'anu', null)).toMatchObject({ full_name: '', country: 'United Kingdom' })
})

test('D32 the country is the United Kingdom whatever the profile or a draft says; a post code is shown as it is written', () => {
  const tab = aTab()
  keepDraft(tab, 'anu', { ...startAddress(tab, 'anu', profile), country: 'France', post_code: 'ls14ap' })
  expect(startAddress(tab, 'anu', profile)).toMatchObject({ country: 'United Kingdom', post_code: 'LS1 4AP' })
  expect(startAddress(null, 'anu', { ...profile, country: 'France', post_code: '75001' })).toMatchObject({ country: 'United Kingdom', post_code: '75001' })
})

test('what was typed survives a reload, also a field that was emptied', () => {
  const tab = aTab()
  keepDraft(tab, 'anu', { ...startAddress(tab, 'anu', profile), city: 'York', phone: '' })
  expect(startAddress(tab, 'anu', profile)).toMatchObject({ city: 'York', phone: '', full_name: 'Anu Mathew' })
})

test('another customer on the same browser starts from their own profile', () => {
  const tab = aTab()
  keepDraft(tab, 'anu', { ...startAddress(tab, 'anu', profile), city: 'York' })
  expect(startAddress(tab, 'ben', null).city).toBe('')
})

test('after an order nothing typed is left behind', () => {
  const tab = aTab()
  keepDraft(tab, 'anu', { ...startAddress(tab, 'anu', profile), city: 'York' })
  keepDraft(tab, 'anu', null)
  expect(startAddress(tab, 'anu', profile).city).toBe('Leeds')
})

test.each(['nonsense', '7', '{"customer_id":"anu","city":7}'])('a broken draft (%s) is passed over', (text) => {
  const tab = aTab()
  tab.setItem(DRAFT_STORAGE_KEY, text)
  expect(startAddress(tab, 'anu', profile).city).toBe('Leeds')
})

test('D20 an address is kept only where its customer says so; what they said survives a reload and ends with the order', () => {
  const tab = aTab()
  const address = startAddress(tab, 'anu', null)
  expect(isKeepingChosen(tab, 'anu')).toBe(false)
  keepDraft(tab, 'anu', address, true)
  expect([isKeepingChosen(tab, 'anu'), isKeepingChosen(tab, 'ben')]).toEqual([true, false])
  keepDraft(tab, 'anu', null)
  expect(isKeepingChosen(tab, 'anu')).toBe(false)
})
