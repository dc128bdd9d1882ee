import { expect, test } from 'vitest'
import { addLine, type CartLine } from '#shop/cart/cart.ts'
import { createCartStore } from '#web/cart/store/cart-store.ts'
import { CHECKOUT_ATTEMPT_STORAGE_KEY } from '#web/session/storage-keys.ts'
import { createCheckoutAttempts } from './checkout-attempts.ts'

function fakeStorage(broken = false) {
  const stored = new Map<string, string>()
  return {
    getItem(key: string) {
      if (broken) throw new DOMException('No storage here', 'SecurityError')
      return stored.get(key) ?? null
    },
    setItem(key: string, value: string) {
      if (broken) throw new DOMException('Full', 'QuotaExceededError')
      stored.set(key, value)
    },
  }
}
const tea: CartLine = { id: '0b0e8a2c-1d9b-4c7e-8f57-2f4f7f3f1a01', name: 'Chundale Tea', image_url: null, price: 5, quantity: 2 }
/** What one order made of this cart took. */
const ORDER = { order_id: 'order-1', items: [{ product_id: tea.id, quantity: 2 }] }

function createBrowser(storage: ReturnType<typeof fakeStorage> | null = fakeStorage()) {
  let count = 0
  /** The page after it was opened, or opened again. */
  const page = () => {
    const cart = createCartStore(() => storage, () => `cart-key-${++count}`)
    return { cart, attempts: createCheckoutAttempts(() => storage, cart), add: () => cart.change((lines) => addLine(lines, tea)) }
  }
  return { storage, page }
}
/** A browser with something in its cart, and a page of it. */
function createBrowserWithCart(storage?: ReturnType<typeof fakeStorage> | null) {
  const browser = createBrowser(storage)
  const first = browser.page()
  first.add()
  return { ...browser, first }
}

test('CHECKOUT-15 a second click and a reload send the same key', () => {
  const { page, first } = createBrowserWithCart()
  expect([first.attempts.startAttempt(), first.attempts.startAttempt(), page().attempts.startAttempt()]).toEqual(['cart-key-1', 'cart-key-1', 'cart-key-1'])
})

test('CHECKOUT-20 CHECKOUT-15 two tabs pressed at once send one key, though neither hears of the other', () => {
  const { page, first } = createBrowserWithCart()
  const other = page()
  // Both have read their cart; what one writes into the storage may not have come to the other.
  first.cart.getSnapshot()
  other.cart.getSnapshot()
  const [left, right] = [first.attempts.startAttempt(), createCheckoutAttempts(() => fakeStorage(), other.cart).startAttempt()]
  expect(left).toBe(right)
})

test('CHECKOUT-15 what is put into the cart or taken out of it keeps the key', () => {
  const { first } = createBrowserWithCart()
  const key = first.attempts.startAttempt()
  first.add()
  first.cart.change(() => [])
  first.add()
  expect(first.attempts.startAttempt()).toBe(key)
})

test('CHECKOUT-18 a key is asked about as long as an attempt with it has brought no answer, also after a reload', () => {
  const { page, first } = createBrowserWithCart()
  expect(first.attempts.unresolvedKey()).toBeNull()
  first.attempts.startAttempt()
  expect([first.attempts.unresolvedKey(), page().attempts.unresolvedKey()]).toEqual(['cart-key-1', 'cart-key-1'])
})

test('CHECKOUT-15 a refusal settles the attempt it answers, and none before it', () => {
  const { page, first: { attempts } } = createBrowserWithCart()
  attempts.markRefused(attempts.startAttempt())
  expect(page().attempts.unresolvedKey()).toBeNull()
  attempts.startAttempt()
  attempts.markRefused(attempts.startAttempt())
  expect(page().attempts.unresolvedKey(), 'the first of the two may still have made its order').toBe('cart-key-1')
})

test('CHECKOUT-15 what is sent after a refusal or a lost answer keeps the key, so that both can never become orders', () => {
  const { first: { attempts } } = createBrowserWithCart()
  const key = attempts.startAttempt()
  expect(attempts.startAttempt(), 'after a lost answer').toBe(key)
  attempts.markRefused(key)
  expect(attempts.startAttempt(), 'after a refusal').toBe(key)
})

test('CHECKOUT-15 a key is spent once its answer has come: the same things bought again at that very moment are a new order, in every tab', () => {
  const { page, first } = createBrowserWithCart()
  const other = page()
  const key = first.attempts.startAttempt()
  expect(other.attempts.unresolvedKey()).toBe(key)
  expect(first.attempts.markOrdered(key, ORDER)).toBe(true)
  expect([first.attempts.unresolvedKey(), other.attempts.unresolvedKey()], 'nobody is brought to the first order instead').toEqual([null, null])
  other.cart.reloadFromStorage()
  other.add()
  const next = other.attempts.startAttempt()
  expect(next).not.toBe(key)
  first.attempts.markShown(key)
  expect(page().attempts.unresolvedKey(), 'the first one does not settle it').toBe(next)
})

test('CHECKOUT-21 an order is taken out of the cart by the first page that learns of it, and what is put in since stays', () => {
  const { page, first } = createBrowserWithCart()
  const other = page()
  const key = first.attempts.startAttempt()
  expect(other.attempts.startAttempt()).toBe(key)
  expect(first.attempts.markOrdered(key, ORDER)).toBe(true)
  first.add()
  expect(other.attempts.markOrdered(key, ORDER), 'in another tab').toBe(false)
  expect(page().attempts.markOrdered(key, ORDER), 'after a reload').toBe(false)
  expect(page().cart.getSnapshot().lines).toEqual([tea])
})

test('CHECKOUT-18 whoever reloads on the way to their order is still brought to it, and the other tabs can name it', () => {
  const { page, first } = createBrowserWithCart()
  const key = first.attempts.startAttempt()
  first.attempts.markOrdered(key, ORDER)
  expect([page().attempts.unresolvedKey(), page().attempts.unshownOrderKey(), page().attempts.orderIdOf(key)]).toEqual([null, key, 'order-1'])
  first.attempts.markShown(key)
  expect([page().attempts.unshownOrderKey(), page().attempts.orderIdOf(key)]).toEqual([null, 'order-1'])
  expect(page().attempts.orderIdOf('another-cart')).toBeNull()
})

test('CHECKOUT-20 a tab that sends a cart which was ordered meanwhile sends it by the key of that order', () => {
  const { page, first } = createBrowserWithCart()
  const other = page()
  other.cart.getSnapshot()
  const key = first.attempts.startAttempt()
  first.attempts.markOrdered(key, ORDER)
  first.attempts.markShown(key)
  // Without having heard of it: its press came first.
  expect(other.attempts.startAttempt()).toBe(key)
  expect(other.attempts.markOrdered(key, ORDER)).toBe(false)
  expect(other.attempts.unresolvedKey()).toBeNull()
})

test('CHECKOUT-19 an order that is cancelled since keeps the cart, which takes a new key to be ordered again', () => {
  const { first } = createBrowserWithCart()
  const key = first.attempts.startAttempt()
  first.attempts.discardAttempt(key)
  expect(first.attempts.unresolvedKey()).toBeNull()
  expect(first.cart.getSnapshot().lines).toEqual([tea])
  expect(first.attempts.startAttempt()).not.toBe(key)
})

test('CHECKOUT-15 a cart of before carts had ids takes over the key whose answer was lost', () => {
  const storage = fakeStorage()
  storage.setItem('cart-storage', JSON.stringify({ lines: [tea], total: 10 }))
  storage.setItem(CHECKOUT_ATTEMPT_STORAGE_KEY, '{"key":"an-old-key","unanswered":1}')
  const { page } = createBrowser(storage)
  expect(page().attempts.startAttempt()).toBe('an-old-key')
  const { attempts, cart } = page()
  expect(attempts.markOrdered('an-old-key', ORDER)).toBe(true)
  expect(cart.getSnapshot().lines).toEqual([])
})

test.each([
  ['forbids it', fakeStorage(true)],
  ['has none', null],
])('a browser that %s keeps the key as long as the page', (_, storage) => {
  const { first: { attempts } } = createBrowserWithCart(storage)
  const key = attempts.startAttempt()
  expect([attempts.startAttempt(), attempts.unresolvedKey()]).toEqual([key, key])
  attempts.discardAttempt(key)
  expect(attempts.unresolvedKey()).toBeNull()
  expect(attempts.startAttempt()).not.toBe(key)
})

test.each(['not json', '{"content":1}', '{"key":"old"}', '[]', 'null', ''])('broken storage (%s) is replaced', (text) => {
  const { page, storage } = createBrowserWithCart()
  storage!.setItem(CHECKOUT_ATTEMPT_STORAGE_KEY, text)
  expect(page().attempts.unresolvedKey()).toBeNull()
  expect(page().attempts.startAttempt()).toBe('cart-key-1')
})
