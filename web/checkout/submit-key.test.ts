import { expect, test } from 'vitest'
import { createSubmitKeys } from './submit-key.ts'

function fakeStorage(broken = false) {
  const kept = new Map<string, string>()
  return {
    getItem(key: string) {
      if (broken) throw new DOMException('No storage here', 'SecurityError')
      return kept.get(key) ?? null
    },
    setItem(key: string, value: string) {
      if (broken) throw new DOMException('Full', 'QuotaExceededError')
      kept.set(key, value)
    },
  }
}
const counting = () => {
  let count = 0
  return () => `key-${++count}`
}
const honey = { lines: [{ id: 'honey', quantity: 2, price: 8.5 }], address: { city: 'Leeds' } }
const moreHoney = { ...honey, lines: [{ id: 'honey', quantity: 3, price: 8.5 }] }

test('D17 a second click sends the same key', () => {
  const keys = createSubmitKeys(fakeStorage, counting())
  expect(keys.keyFor(honey)).toBe('key-1')
  expect(keys.keyFor(structuredClone(honey))).toBe('key-1')
})

test('D17 a reload of the page sends the same key', () => {
  const storage = fakeStorage()
  const makeKey = counting()
  const before = createSubmitKeys(() => storage, makeKey).keyFor(honey)
  expect(createSubmitKeys(() => storage, makeKey).keyFor(honey)).toBe(before)
})

test('D17 another cart or address is another order, with a key of its own', () => {
  const keys = createSubmitKeys(fakeStorage, counting())
  expect(keys.keyFor(honey)).toBe('key-1')
  expect(keys.keyFor(moreHoney)).toBe('key-2')
  expect(keys.keyFor({ ...moreHoney, address: { city: 'York' } })).toBe('key-3')
})

test('D17 the same things bought again after an order are a new order', () => {
  const storage = fakeStorage()
  const makeKey = counting()
  const keys = createSubmitKeys(() => storage, makeKey)
  expect(keys.keyFor(honey)).toBe('key-1')
  keys.forget()
  expect(createSubmitKeys(() => storage, makeKey).keyFor(honey)).toBe('key-2')
  expect(keys.keyFor(honey)).toBe('key-2')
})

test('a browser that stores nothing still sends one key for two clicks', () => {
  const keys = createSubmitKeys(() => fakeStorage(true), counting())
  expect(keys.keyFor(honey)).toBe('key-1')
  expect(keys.keyFor(honey)).toBe('key-1')
})

test.each(['not json', '{"content":1}', '[]', 'null'])('broken storage (%s) is replaced', (text) => {
  const storage = fakeStorage()
  storage.setItem('checkout-submit', text)
  expect(createSubmitKeys(() => storage, counting()).keyFor(honey)).toBe('key-1')
})
