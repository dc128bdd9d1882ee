import { expect, test } from 'vitest'
import { ADDRESS_DRAFT_STORAGE_KEY, ORDER_REFUSAL_STORAGE_KEY } from '#web/session/storage-keys.ts'
import { storeRefusal, readStoredRefusal } from './stored-refusal.ts'

const changes = [
  {
    id: '1',
    problem: 'price-changed' as const,
    sentence: 'The price of Cloves has changed from £3.60 to £4.00.',
  },
]
const refusal = {
  failure: { message: 'Error placing order. Please try again.', is_nothing_ordered: true as const },
  changes,
}
function createStorage(entries: Record<string, string> = {}) {
  const stored = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
}

test('CHECKOUT-24 the reason of a refused order and its cart changes survive a reload until they are cleared', () => {
  const tab = createStorage()
  storeRefusal(tab, 'anu', refusal)
  expect(readStoredRefusal(tab, 'anu')).toMatchObject(refusal)
  storeRefusal(tab, 'anu', null)
  expect(readStoredRefusal(tab, 'anu')).toBeNull()
})

test('another customer on the same browser does not get it', () => {
  const tab = createStorage()
  storeRefusal(tab, 'anu', refusal)
  expect(readStoredRefusal(tab, 'ben')).toBeNull()
})

test('address errors are dropped once the address has changed', () => {
  const tab = createStorage({ [ADDRESS_DRAFT_STORAGE_KEY]: '{"city":""}' })
  storeRefusal(tab, 'anu', {
    failure: { ...refusal.failure, errors: { city: 'Enter your town or city' } },
    changes: [],
  })
  expect(readStoredRefusal(tab, 'anu')).not.toBeNull()
  tab.setItem(ADDRESS_DRAFT_STORAGE_KEY, '{"city":"Leeds"}')
  expect(readStoredRefusal(tab, 'anu')).toBeNull()
})

test.each(['', 'null', '{', '{"customer_id":"anu"}'])(
  'invalid storage (%s) and missing storage contain no refusal',
  (text) => {
    expect(readStoredRefusal(createStorage({ [ORDER_REFUSAL_STORAGE_KEY]: text }), 'anu')).toBeNull()
    expect(readStoredRefusal(null, 'anu')).toBeNull()
  },
)
