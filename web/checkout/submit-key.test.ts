import { expect, test } from 'vitest'
import { SUBMIT_KEY_STORAGE_KEY } from '#web/http/kept-names.ts'
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
function aBrowser() {
  const storage = fakeStorage()
  let count = 0
  /** The page after it was opened, or opened again. */
  return { storage, page: () => createSubmitKeys(() => storage, () => `key-${++count}`) }
}

test('D17 a second click and a reload send the same key', () => {
  const { page } = aBrowser()
  const keys = page()
  expect([keys.send(), keys.send(), page().send()]).toEqual(['key-1', 'key-1', 'key-1'])
})

test('D17 a key is asked about as long as a submit with it has brought no answer, also after a reload', () => {
  const { page } = aBrowser()
  const keys = page()
  expect(keys.unsettled()).toBeNull()
  keys.send()
  expect([keys.unsettled(), page().unsettled()]).toEqual(['key-1', 'key-1'])
})

test('D17 a refusal settles the submit it answers, and none before it', () => {
  const { page } = aBrowser()
  const keys = page()
  keys.send()
  keys.refused()
  expect(page().unsettled()).toBeNull()
  keys.send()
  keys.send()
  keys.refused()
  expect(page().unsettled(), 'the first of the two may still have made its order').toBe('key-1')
})

test('D17 what is sent after a refusal or a lost answer keeps the key, so that both can never become orders', () => {
  const { page } = aBrowser()
  const keys = page()
  keys.send()
  expect(keys.send(), 'after a lost answer').toBe('key-1')
  keys.refused()
  expect(keys.send(), 'after a refusal').toBe('key-1')
})

test('D17 the same things bought again after an order are a new order, in every tab', () => {
  const { page } = aBrowser()
  const [keys, otherTab] = [page(), page()]
  const key = keys.send()
  expect(otherTab.unsettled()).toBe('key-1')
  keys.stands(key, () => undefined)
  keys.arrived(key)
  expect(otherTab.unsettled()).toBeNull()
  expect(otherTab.send()).toBe('key-2')
  expect(keys.send()).toBe('key-2')
})

test.each([
  ['forbids it', () => fakeStorage(true)],
  ['has none', () => null],
])('a browser that %s keeps the key as long as the page', (_, storage) => {
  let count = 0
  const keys = createSubmitKeys(storage, () => `key-${++count}`)
  expect([keys.send(), keys.send(), keys.unsettled()]).toEqual(['key-1', 'key-1', 'key-1'])
  keys.forget()
  expect([keys.unsettled(), keys.send()]).toEqual([null, 'key-2'])
})

test.each(['not json', '{"content":1}', '{"key":"old"}', '[]', 'null', ''])('broken storage (%s) is replaced', (text) => {
  const { page, storage } = aBrowser()
  storage.setItem(SUBMIT_KEY_STORAGE_KEY, text)
  expect(page().unsettled()).toBeNull()
  expect(page().send()).toBe('key-1')
})

test('D17 an order is taken out of the cart by the first page that learns of it, and asked about until it was shown', () => {
  const { page } = aBrowser()
  const [keys, otherTab] = [page(), page()]
  const key = keys.send()
  const takings: string[] = []
  keys.stands(key, () => takings.push('here'))
  otherTab.stands(key, () => takings.push('in another tab'))
  page().stands(key, () => takings.push('after a reload'))
  expect(takings).toEqual(['here'])
  expect([page().unsettled(), page().onTheWay()]).toEqual(['key-1', 'key-1'])
  keys.arrived(key)
  expect([page().unsettled(), page().onTheWay()]).toEqual([null, null])
  otherTab.stands(key, () => takings.push('once more'))
  expect(takings, 'an answer that comes late finds nothing to take out').toEqual(['here'])
})

test('D17 what is bought while an earlier order is still to be shown is an order of its own, which the earlier one does not settle', () => {
  const { page } = aBrowser()
  const [keys, otherTab] = [page(), page()]
  const key = keys.send()
  keys.stands(key, () => undefined)
  expect(otherTab.send()).toBe('key-2')
  keys.arrived(key)
  expect(page().unsettled()).toBe('key-2')
})
