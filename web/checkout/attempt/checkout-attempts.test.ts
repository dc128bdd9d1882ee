import { expect, test } from 'vitest'
import { addLine, type CartLine } from '#shop/cart/cart.ts'
import { createCartStore } from '#web/cart/store/cart-store.ts'
import { SUBMIT_KEY_STORAGE_KEY } from '#web/session/storage-keys.ts'
import { createSubmitKeys } from './checkout-attempts.ts'

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
const tea: CartLine = { id: '0b0e8a2c-1d9b-4c7e-8f57-2f4f7f3f1a01', name: 'Chundale Tea', image_url: null, price: 5, quantity: 2 }
/** What one order made of this cart took. */
const ORDER = { order_id: 'order-1', items: [{ product_id: tea.id, quantity: 2 }] }

function aBrowser(storage: ReturnType<typeof fakeStorage> | null = fakeStorage()) {
  let count = 0
  /** The page after it was opened, or opened again. */
  const page = () => {
    const cart = createCartStore(() => storage, () => `cart-key-${++count}`)
    return { cart, keys: createSubmitKeys(() => storage, cart), add: () => cart.change((lines) => addLine(lines, tea)) }
  }
  return { storage, page }
}
/** A browser with something in its cart, and a page of it. */
function aFilledBrowser(storage?: ReturnType<typeof fakeStorage> | null) {
  const browser = aBrowser(storage)
  const first = browser.page()
  first.add()
  return { ...browser, first }
}

test('D17 a second click and a reload send the same key', () => {
  const { page, first } = aFilledBrowser()
  expect([first.keys.send(), first.keys.send(), page().keys.send()]).toEqual(['cart-key-1', 'cart-key-1', 'cart-key-1'])
})

test('D17 two tabs pressed at once send one key, though neither hears of the other', () => {
  const { page, first } = aFilledBrowser()
  const other = page()
  // Both have read their cart; what one writes into the storage may not have come to the other.
  first.cart.getSnapshot()
  other.cart.getSnapshot()
  const [left, right] = [first.keys.send(), createSubmitKeys(() => fakeStorage(), other.cart).send()]
  expect(left).toBe(right)
})

test('D17 what is put into the cart or taken out of it keeps the key', () => {
  const { first } = aFilledBrowser()
  const key = first.keys.send()
  first.add()
  first.cart.change(() => [])
  first.add()
  expect(first.keys.send()).toBe(key)
})

test('D17 a key is asked about as long as an attempt with it has brought no answer, also after a reload', () => {
  const { page, first } = aFilledBrowser()
  expect(first.keys.unsettled()).toBeNull()
  first.keys.send()
  expect([first.keys.unsettled(), page().keys.unsettled()]).toEqual(['cart-key-1', 'cart-key-1'])
})

test('D17 a refusal settles the attempt it answers, and none before it', () => {
  const { page, first: { keys } } = aFilledBrowser()
  keys.refused(keys.send())
  expect(page().keys.unsettled()).toBeNull()
  keys.send()
  keys.refused(keys.send())
  expect(page().keys.unsettled(), 'the first of the two may still have made its order').toBe('cart-key-1')
})

test('D17 what is sent after a refusal or a lost answer keeps the key, so that both can never become orders', () => {
  const { first: { keys } } = aFilledBrowser()
  const key = keys.send()
  expect(keys.send(), 'after a lost answer').toBe(key)
  keys.refused(key)
  expect(keys.send(), 'after a refusal').toBe(key)
})

test('D17 a key is spent once its answer has come: the same things bought again at that very moment are a new order, in every tab', () => {
  const { page, first } = aFilledBrowser()
  const other = page()
  const key = first.keys.send()
  expect(other.keys.unsettled()).toBe(key)
  expect(first.keys.stands(key, ORDER)).toBe(true)
  expect([first.keys.unsettled(), other.keys.unsettled()], 'nobody is brought to the first order instead').toEqual([null, null])
  other.cart.reread()
  other.add()
  const next = other.keys.send()
  expect(next).not.toBe(key)
  first.keys.arrived(key)
  expect(page().keys.unsettled(), 'the first one does not settle it').toBe(next)
})

test('D17 an order is taken out of the cart by the first page that learns of it, and what is put in since stays', () => {
  const { page, first } = aFilledBrowser()
  const other = page()
  const key = first.keys.send()
  expect(other.keys.send()).toBe(key)
  expect(first.keys.stands(key, ORDER)).toBe(true)
  first.add()
  expect(other.keys.stands(key, ORDER), 'in another tab').toBe(false)
  expect(page().keys.stands(key, ORDER), 'after a reload').toBe(false)
  expect(page().cart.getSnapshot().lines).toEqual([tea])
})

test('D17 whoever reloads on the way to their order is still brought to it, and the other tabs can name it', () => {
  const { page, first } = aFilledBrowser()
  const key = first.keys.send()
  first.keys.stands(key, ORDER)
  expect([page().keys.unsettled(), page().keys.onTheWay(), page().keys.orderOf(key)]).toEqual([null, key, 'order-1'])
  first.keys.arrived(key)
  expect([page().keys.onTheWay(), page().keys.orderOf(key)]).toEqual([null, 'order-1'])
  expect(page().keys.orderOf('another-cart')).toBeNull()
})

test('D17 a tab that sends a cart which was ordered meanwhile sends it by the key of that order', () => {
  const { page, first } = aFilledBrowser()
  const other = page()
  other.cart.getSnapshot()
  const key = first.keys.send()
  first.keys.stands(key, ORDER)
  first.keys.arrived(key)
  // Without having heard of it: its press came first.
  expect(other.keys.send()).toBe(key)
  expect(other.keys.stands(key, ORDER)).toBe(false)
  expect(other.keys.unsettled()).toBeNull()
})

test('D23 an order that is cancelled since keeps the cart, which takes a new key to be ordered again', () => {
  const { first } = aFilledBrowser()
  const key = first.keys.send()
  first.keys.forget(key)
  expect(first.keys.unsettled()).toBeNull()
  expect(first.cart.getSnapshot().lines).toEqual([tea])
  expect(first.keys.send()).not.toBe(key)
})

test('D17 a cart of before carts had ids takes over the key whose answer was lost', () => {
  const storage = fakeStorage()
  storage.setItem('cart-storage', JSON.stringify({ lines: [tea], total: 10 }))
  storage.setItem(SUBMIT_KEY_STORAGE_KEY, '{"key":"an-old-key","unanswered":1}')
  const { page } = aBrowser(storage)
  expect(page().keys.send()).toBe('an-old-key')
  const { keys, cart } = page()
  expect(keys.stands('an-old-key', ORDER)).toBe(true)
  expect(cart.getSnapshot().lines).toEqual([])
})

test.each([
  ['forbids it', fakeStorage(true)],
  ['has none', null],
])('a browser that %s keeps the key as long as the page', (_, storage) => {
  const { first: { keys } } = aFilledBrowser(storage)
  const key = keys.send()
  expect([keys.send(), keys.unsettled()]).toEqual([key, key])
  keys.forget(key)
  expect(keys.unsettled()).toBeNull()
  expect(keys.send()).not.toBe(key)
})

test.each(['not json', '{"content":1}', '{"key":"old"}', '[]', 'null', ''])('broken storage (%s) is replaced', (text) => {
  const { page, storage } = aFilledBrowser()
  storage!.setItem(SUBMIT_KEY_STORAGE_KEY, text)
  expect(page().keys.unsettled()).toBeNull()
  expect(page().keys.send()).toBe('cart-key-1')
})
