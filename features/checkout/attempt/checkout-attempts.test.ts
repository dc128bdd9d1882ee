import { expect, test } from 'vitest'
import { addLine, type CartLine } from '#features/cart/cart.ts'
import { createCartStore } from '#features/cart/store/cart-store.ts'
import { CHECKOUT_ATTEMPT_STORAGE_KEY } from '#kit/storage/storage-keys.ts'
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
const tea: CartLine = {
  id: '0b0e8a2c-1d9b-4c7e-8f57-2f4f7f3f1a01',
  name: 'Chundale Tea',
  image_url: null,
  price: 5,
  quantity: 2,
}
const ORDER = { order_id: 'order-1', items: [{ product_id: tea.id, quantity: 2 }] }

function createBrowser(storage: ReturnType<typeof fakeStorage> | null = fakeStorage()) {
  let count = 0
  const page = () => {
    const cart = createCartStore(
      () => storage,
      () => `cart-key-${++count}`,
    )
    return {
      cart,
      attempts: createCheckoutAttempts(() => storage, cart),
      add: () => cart.change((lines) => addLine(lines, tea)),
    }
  }
  return { storage, page }
}
function createBrowserWithCart(storage?: ReturnType<typeof fakeStorage> | null) {
  const browser = createBrowser(storage)
  const first = browser.page()
  first.add()
  return { ...browser, first }
}

test('CHECKOUT-15 a second click and a reload send the same key', () => {
  const { page, first } = createBrowserWithCart()
  expect([
    first.attempts.startAttempt(),
    first.attempts.startAttempt(),
    page().attempts.startAttempt(),
  ]).toEqual(['cart-key-1', 'cart-key-1', 'cart-key-1'])
})

test('CHECKOUT-20 CHECKOUT-15 two tabs that submit at once send one key without storage events', () => {
  const { page, first } = createBrowserWithCart()
  const other = page()
  // Both have read the cart, and their writes may not be visible to each other yet.
  first.cart.getSnapshot()
  other.cart.getSnapshot()
  const [left, right] = [
    first.attempts.startAttempt(),
    createCheckoutAttempts(() => fakeStorage(), other.cart).startAttempt(),
  ]
  expect(left).toBe(right)
})

test('CHECKOUT-15 changing the cart keeps the key', () => {
  const { first } = createBrowserWithCart()
  const key = first.attempts.startAttempt()
  first.add()
  first.cart.change(() => [])
  first.add()
  expect(first.attempts.startAttempt()).toBe(key)
})

test('CHECKOUT-18 a key is unresolved until its attempt has a response, also after a reload', () => {
  const { page, first } = createBrowserWithCart()
  expect(first.attempts.unresolvedKey()).toBeNull()
  first.attempts.startAttempt()
  expect([first.attempts.unresolvedKey(), page().attempts.unresolvedKey()]).toEqual([
    'cart-key-1',
    'cart-key-1',
  ])
})

test('CHECKOUT-15 a refusal resolves only its own attempt', () => {
  const {
    page,
    first: { attempts },
  } = createBrowserWithCart()
  attempts.markRefused(attempts.startAttempt())
  expect(page().attempts.unresolvedKey()).toBeNull()
  attempts.startAttempt()
  attempts.markRefused(attempts.startAttempt())
  expect(page().attempts.unresolvedKey(), 'the first of the two may still have placed its order').toBe(
    'cart-key-1',
  )
})

test('CHECKOUT-15 a retry after a refusal or a lost response has the same key, so that at most one becomes an order', () => {
  const {
    first: { attempts },
  } = createBrowserWithCart()
  const key = attempts.startAttempt()
  expect(attempts.startAttempt(), 'after a lost response').toBe(key)
  attempts.markRefused(key)
  expect(attempts.startAttempt(), 'after a refusal').toBe(key)
})

test('CHECKOUT-15 after the order the next cart has a new key in every tab', () => {
  const { page, first } = createBrowserWithCart()
  const other = page()
  const key = first.attempts.startAttempt()
  expect(other.attempts.unresolvedKey()).toBe(key)
  expect(first.attempts.markOrdered(key, ORDER)).toBe(true)
  expect(
    [first.attempts.unresolvedKey(), other.attempts.unresolvedKey()],
    'no redirect to the first order',
  ).toEqual([null, null])
  other.cart.reloadFromStorage()
  other.add()
  const next = other.attempts.startAttempt()
  expect(next).not.toBe(key)
  first.attempts.markShown(key)
  expect(page().attempts.unresolvedKey(), 'the first order does not resolve it').toBe(next)
})

test('CHECKOUT-21 the first page that receives the order removes its quantities from the cart; later additions stay', () => {
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

test('CHECKOUT-18 a reload before the order is shown still leads to it, and other tabs know its ID', () => {
  const { page, first } = createBrowserWithCart()
  const key = first.attempts.startAttempt()
  first.attempts.markOrdered(key, ORDER)
  expect([
    page().attempts.unresolvedKey(),
    page().attempts.unshownOrderKey(),
    page().attempts.orderIdOf(key),
  ]).toEqual([null, key, 'order-1'])
  first.attempts.markShown(key)
  expect([page().attempts.unshownOrderKey(), page().attempts.orderIdOf(key)]).toEqual([null, 'order-1'])
  expect(page().attempts.orderIdOf('another-cart')).toBeNull()
})

test('CHECKOUT-20 a tab that sends a cart ordered in another tab uses the key of that order', () => {
  const { page, first } = createBrowserWithCart()
  const other = page()
  other.cart.getSnapshot()
  const key = first.attempts.startAttempt()
  first.attempts.markOrdered(key, ORDER)
  first.attempts.markShown(key)
  expect(other.attempts.startAttempt()).toBe(key)
  expect(other.attempts.markOrdered(key, ORDER)).toBe(false)
  expect(other.attempts.unresolvedKey()).toBeNull()
})

test('CHECKOUT-19 a cancelled order leaves the cart unchanged and gives it a new key', () => {
  const { first } = createBrowserWithCart()
  const key = first.attempts.startAttempt()
  first.attempts.discardAttempt(key)
  expect(first.attempts.unresolvedKey()).toBeNull()
  expect(first.cart.getSnapshot().lines).toEqual([tea])
  expect(first.attempts.startAttempt()).not.toBe(key)
})

test('CHECKOUT-15 a stored cart without an ID takes the key of an unresolved attempt', () => {
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
  ['blocks storage', fakeStorage(true)],
  ['has no storage', null],
])('a browser that %s has the key in memory', (_, storage) => {
  const {
    first: { attempts },
  } = createBrowserWithCart(storage)
  const key = attempts.startAttempt()
  expect([attempts.startAttempt(), attempts.unresolvedKey()]).toEqual([key, key])
  attempts.discardAttempt(key)
  expect(attempts.unresolvedKey()).toBeNull()
  expect(attempts.startAttempt()).not.toBe(key)
})

test.each(['not json', '{"content":1}', '{"key":"old"}', '[]', 'null', ''])(
  'invalid storage (%s) is replaced',
  (text) => {
    const { page, storage } = createBrowserWithCart()
    storage!.setItem(CHECKOUT_ATTEMPT_STORAGE_KEY, text)
    expect(page().attempts.unresolvedKey()).toBeNull()
    expect(page().attempts.startAttempt()).toBe('cart-key-1')
  },
)
