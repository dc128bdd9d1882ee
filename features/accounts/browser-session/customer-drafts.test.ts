import { expect, test } from 'vitest'
import { readCustomerDraft, removeDraftsOfOthers, storeCustomerDraft } from './customer-drafts.ts'
import {
  ADDRESS_DRAFT_STORAGE_KEY,
  ORDER_REFUSAL_STORAGE_KEY,
  PROFILE_DRAFT_STORAGE_KEY,
} from '#kit/storage/storage-keys.ts'

const KEYS = [ADDRESS_DRAFT_STORAGE_KEY, ORDER_REFUSAL_STORAGE_KEY, PROFILE_DRAFT_STORAGE_KEY] as const

function createStorage() {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

test('CHECKOUT-23 SESSION-30 a draft is read by its customer alone', () => {
  const tab = createStorage()
  storeCustomerDraft(tab, PROFILE_DRAFT_STORAGE_KEY, 'anu', { city: 'York' })
  expect(readCustomerDraft(tab, PROFILE_DRAFT_STORAGE_KEY, 'anu')).toMatchObject({ city: 'York' })
  expect(readCustomerDraft(tab, PROFILE_DRAFT_STORAGE_KEY, 'ben')).toBeNull()
})

test('CHECKOUT-23 SESSION-30 the drafts of one customer are removed once another has signed in', () => {
  const tab = createStorage()
  for (const key of KEYS) storeCustomerDraft(tab, key, 'anu', { city: 'York' })
  tab.setItem('something-else', 'stays')
  removeDraftsOfOthers(() => tab, 'anu')
  expect(tab.stored.size).toBe(4)
  removeDraftsOfOthers(() => tab, 'ben')
  expect([...tab.stored.keys()]).toEqual(['something-else'])
})

test('a blocked storage has no draft and fails nothing', () => {
  expect(readCustomerDraft(null, PROFILE_DRAFT_STORAGE_KEY, 'anu')).toBeNull()
  storeCustomerDraft(null, PROFILE_DRAFT_STORAGE_KEY, 'anu', {})
  removeDraftsOfOthers(() => null, 'anu')
})
