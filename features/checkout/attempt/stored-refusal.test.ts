import { expect, test } from 'vitest'
import { ADDRESS_DRAFT_STORAGE_KEY, ORDER_REFUSAL_STORAGE_KEY } from '#kit/storage/storage-keys.ts'
import { cartContents, storeRefusal, readStoredRefusal } from './stored-refusal.tsx'

const changes = [
  {
    id: '1',
    problem: 'price-changed' as const,
    sentence: 'The price of Cloves has changed from £3.60 to £4.00.',
  },
]
const line = { id: 'cloves', name: 'Cloves', image_url: null, price: 4, quantity: 2 }
const cart = cartContents({ id: 'c1', lines: [line] })
const refusal = {
  cart,
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
  expect(readStoredRefusal(tab, 'anu', cart)).toMatchObject(refusal)
  storeRefusal(tab, 'anu', null)
  expect(readStoredRefusal(tab, 'anu', cart)).toBeNull()
})

test('another customer on the same browser does not get it', () => {
  const tab = createStorage()
  storeRefusal(tab, 'anu', refusal)
  expect(readStoredRefusal(tab, 'ben', cart)).toBeNull()
})

test.each([
  ['a new cart', { id: 'c2', lines: [line] }],
  ['another quantity', { id: 'c1', lines: [{ ...line, quantity: 1 }] }],
  ['another price', { id: 'c1', lines: [{ ...line, price: 3.6 }] }],
  ['another product', { id: 'c1', lines: [line, { ...line, id: 'tea' }] }],
  ['no product', { id: 'c1', lines: [] }],
])('CHECKOUT-26 a refusal of an earlier cart is not shown for %s', (_what, other) => {
  const tab = createStorage()
  storeRefusal(tab, 'anu', refusal)
  expect(readStoredRefusal(tab, 'anu', cartContents(other))).toBeNull()
  expect(readStoredRefusal(tab, 'anu', cart)).not.toBeNull()
})

test('address errors are dropped once the address has changed', () => {
  const tab = createStorage({ [ADDRESS_DRAFT_STORAGE_KEY]: '{"city":""}' })
  storeRefusal(tab, 'anu', {
    cart,
    failure: { ...refusal.failure, errors: { city: 'Enter your town or city' } },
    changes: [],
  })
  expect(readStoredRefusal(tab, 'anu', cart)).not.toBeNull()
  tab.setItem(ADDRESS_DRAFT_STORAGE_KEY, '{"city":"Leeds"}')
  expect(readStoredRefusal(tab, 'anu', cart)).toBeNull()
})

test.each(['', 'null', '{', '{"customer_id":"anu"}'])(
  'invalid storage (%s) and missing storage contain no refusal',
  (text) => {
    expect(readStoredRefusal(createStorage({ [ORDER_REFUSAL_STORAGE_KEY]: text }), 'anu', cart)).toBeNull()
    expect(readStoredRefusal(null, 'anu', cart)).toBeNull()
  },
)
