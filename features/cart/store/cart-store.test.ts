import { describe, expect, test } from 'vitest'
import { addLine, clear, setQuantity, type CartLine } from '#features/cart/cart.ts'
import { createCartStore, type TextStorage } from './cart-store.ts'

const KEY = 'cart-storage'
const createProduct = (digit: string, price = 4.75): Omit<CartLine, 'quantity'> => ({
  id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  name: `Product ${digit}`,
  image_url: null,
  price,
})
const honey = createProduct('1')
const cloves = createProduct('2', 3.2)

function createBrowser() {
  const stored = new Map<string, string>()
  const storage: TextStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  }
  return { stored, tab: () => createCartStore(() => storage) }
}
const add =
  (product: Omit<CartLine, 'quantity'>, quantity = 1) =>
  (lines: readonly CartLine[]) =>
    addLine(lines, { ...product, quantity })
const quantities = (store: ReturnType<typeof createCartStore>) =>
  store.getSnapshot().lines.map(({ quantity }) => quantity)

describe('The cart in the browser', () => {
  test('CART-1 lines and total are stored under cart-storage', () => {
    const { stored, tab } = createBrowser()
    const cart = tab()
    cart.change(add(honey, 2))
    cart.change(add(cloves))
    expect(JSON.parse(stored.get(KEY)!)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lines: [
        { ...honey, quantity: 2 },
        { ...cloves, quantity: 1 },
      ],
      total: 12.7,
    })
  })

  test('CHECKOUT-20 tabs opened before the first line share a cart ID, and the next cart has a new one', () => {
    const { tab } = createBrowser()
    const [left, right] = [tab(), tab()]
    left.change(add(honey))
    right.change(add(cloves))
    left.reloadFromStorage()
    const { id } = left.getSnapshot()
    expect(id).not.toBeNull()
    expect(right.getSnapshot().id).toBe(id)
    expect(left.startNewCart(id!, clear)).toBe(true)
    expect(right.startNewCart(id!, clear), 'the other tab finds a new cart').toBe(false)
    right.reloadFromStorage()
    expect(right.getSnapshot()).toMatchObject({ id: left.getSnapshot().id, lines: [] })
    expect(right.getSnapshot().id).not.toBe(id)
  })

  test('CART-2 the cart survives a reload', () => {
    const { tab } = createBrowser()
    tab().change(add(honey, 3))
    expect(quantities(tab())).toEqual([3])
  })

  test('the server snapshot is not loaded, rather than empty', () => {
    const { tab } = createBrowser()
    expect(tab().getServerSnapshot()).toMatchObject({ lines: [], isLoaded: false })
    expect(tab().getSnapshot()).toMatchObject({ lines: [], isLoaded: true })
  })

  test('the snapshot is the same object until a change', () => {
    const cart = createBrowser().tab()
    cart.change(add(honey))
    expect(cart.getSnapshot()).toBe(cart.getSnapshot())
  })

  test('two tabs that miss each other’s storage events lose nothing', () => {
    const { tab } = createBrowser()
    const [left, right] = [tab(), tab()]
    left.getSnapshot()
    right.getSnapshot()
    for (let click = 0; click < 5; click += 1) {
      left.change(add(honey))
      right.change(add(honey))
    }
    expect(quantities(tab())).toEqual([10])
  })

  test('CART-18 a tab that receives storage events follows the other', () => {
    const { tab } = createBrowser()
    const [left, right] = [tab(), tab()]
    let notifications = 0
    const stop = right.subscribe(() => (notifications += 1))
    left.change(add(honey, 2))
    right.reloadFromStorage()
    expect(quantities(right)).toEqual([2])
    left.change((lines) => setQuantity(lines, honey.id, 0))
    right.reloadFromStorage()
    expect(quantities(right)).toEqual([])
    stop()
    right.reloadFromStorage()
    expect(notifications).toBe(2)
  })

  test('SESSION-6 clearing the storage on sign-out clears the cart', () => {
    const { stored, tab } = createBrowser()
    const cart = tab()
    cart.change(add(honey))
    stored.clear()
    cart.reloadFromStorage()
    expect(quantities(cart)).toEqual([])
  })

  test.each(['', 'null', '{', '[]', '{"lines":7}', '{"state":{"items":[]}}'])(
    'invalid storage (%s) is read as an empty cart',
    (text) => {
      const { stored, tab } = createBrowser()
      stored.set(KEY, text)
      const cart = tab()
      expect(quantities(cart)).toEqual([])
      cart.change(add(honey))
      expect(quantities(tab())).toEqual([1])
    },
  )
})

describe('Unavailable storage', () => {
  const failingStorage = (): TextStorage => ({
    getItem: () => {
      throw new DOMException('Forbidden', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })

  test.each([
    ['throws', failingStorage],
    ['is missing', () => null],
  ])('the cart is in memory if storage %s', (_, storage) => {
    const cart = createCartStore(storage)
    expect(cart.getSnapshot().isPersisted).toBe(true)
    cart.change(add(honey))
    cart.change(add(honey))
    expect(cart.getSnapshot()).toMatchObject({ isPersisted: false })
    expect(quantities(cart)).toEqual([2])
    cart.reloadFromStorage()
    expect(quantities(cart)).toEqual([2])
  })

  test('a cart that could not be stored is stored on the next change', () => {
    const { stored, tab } = createBrowser()
    let isFull = true
    const cart = createCartStore(() => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => {
        if (isFull) throw new DOMException('Full', 'QuotaExceededError')
        stored.set(key, value)
      },
    }))
    cart.change(add(honey))
    isFull = false
    cart.change(add(cloves))
    expect(cart.getSnapshot().isPersisted).toBe(true)
    expect(quantities(tab())).toEqual([1, 1])
    cart.change(clear)
    expect(quantities(tab())).toEqual([])
  })
})
