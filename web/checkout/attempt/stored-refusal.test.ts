import { expect, test } from 'vitest'
import { DRAFT_STORAGE_KEY, REFUSAL_STORAGE_KEY } from '#web/session/storage-keys.ts'
import { keepRefusal, keptRefusal } from './stored-refusal.ts'

const changes = [{ id: '1', problem: 'price-changed' as const, sentence: 'The price of Cloves has changed from £3.60 to £4.00.' }]
const refusal = { failure: { message: 'Error placing order. Please try again.', is_nothing_ordered: true as const }, changes }
function aTab(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

test('the reason of a refused order, and what it changed, survive a reload until they are put away', () => {
  const tab = aTab()
  keepRefusal(tab, 'anu', refusal)
  expect(keptRefusal(tab, 'anu')).toMatchObject(refusal)
  keepRefusal(tab, 'anu', null)
  expect(keptRefusal(tab, 'anu')).toBeNull()
})

test('another customer on the same browser is told nothing of it', () => {
  const tab = aTab()
  keepRefusal(tab, 'anu', refusal)
  expect(keptRefusal(tab, 'ben')).toBeNull()
})

test('what was said of an address no longer holds once that was changed', () => {
  const tab = aTab({ [DRAFT_STORAGE_KEY]: '{"city":""}' })
  keepRefusal(tab, 'anu', { failure: { ...refusal.failure, errors: { city: 'Enter your town or city' } }, changes: [] })
  expect(keptRefusal(tab, 'anu')).not.toBeNull()
  tab.setItem(DRAFT_STORAGE_KEY, '{"city":"Leeds"}')
  expect(keptRefusal(tab, 'anu')).toBeNull()
})

test.each(['', 'null', '{', '{"customer_id":"anu"}'])('broken storage (%s) and none at all are no reason', (text) => {
  expect(keptRefusal(aTab({ [REFUSAL_STORAGE_KEY]: text }), 'anu')).toBeNull()
  expect(keptRefusal(null, 'anu')).toBeNull()
})
