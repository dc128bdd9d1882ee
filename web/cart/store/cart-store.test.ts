import { describe, expect, test } from 'vitest'
import { addLine, clear, setQuantity, type CartLine } from '#shop/cart/cart.ts'
import { createCartStore, type TextStorage } from './cart-store.ts'

const KEY = 'cart-storage'
const product = (digit: string, price = 4.75): Omit<CartLine, 'quantity'> => ({
  id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  name: `Product ${digit}`,
  image_url: null,
  price,
})
const honey = product('1')
const cloves = product('2', 3.2)

/** One browser's storage; every store that is made on it is a tab. */
function createBrowser() {
  const stored = new Map<string, string>()
  const storage: TextStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  }
  return { stored, tab: () => createCartStore(() => storage) }
}
const add = (one: Omit<CartLine, 'quantity'>, quantity = 1) => (lines: readonly CartLine[]) => addLine(lines, { ...one, quantity })
const quantities = (store: ReturnType<typeof createCartStore>) => store.getSnapshot().lines.map(({ quantity }) => quantity)

describe('The cart in the browser', () => {
  test('CART-1 lines and total stand under the key cart-storage', () => {
    const { stored, tab } = createBrowser()
    const cart = tab()
    cart.change(add(honey, 2))
    cart.change(add(cloves))
    expect(JSON.parse(stored.get(KEY)!)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lines: [{ ...honey, quantity: 2 }, { ...cloves, quantity: 1 }],
      total: 12.7,
    })
  })

  test('CHECKOUT-20 tabs that were opened before anything was added send one cart by one id, and the next one by another', () => {
    const { tab } = createBrowser()
    const [left, right] = [tab(), tab()]
    left.change(add(honey))
    right.change(add(cloves))
    left.reloadFromStorage()
    const { id } = left.getSnapshot()
    expect(id).not.toBeNull()
    expect(right.getSnapshot().id).toBe(id)
    expect(left.startNewCart(id!, clear)).toBe(true)
    expect(right.startNewCart(id!, clear), 'the other one finds that it begun anew already').toBe(false)
    right.reloadFromStorage()
    expect(right.getSnapshot()).toMatchObject({ id: left.getSnapshot().id, lines: [] })
    expect(right.getSnapshot().id).not.toBe(id)
  })

  test('CART-2 the cart survives a reload', () => {
    const { tab } = createBrowser()
    tab().change(add(honey, 3))
    expect(quantities(tab())).toEqual([3])
  })

  test('the server knows no cart and says so, instead of saying that it is empty', () => {
    const { tab } = createBrowser()
    expect(tab().getServerSnapshot()).toMatchObject({ lines: [], isLoaded: false })
    expect(tab().getSnapshot()).toMatchObject({ lines: [], isLoaded: true })
  })

  test('a snapshot stays the same object until something changes', () => {
    const cart = createBrowser().tab()
    cart.change(add(honey))
    expect(cart.getSnapshot()).toBe(cart.getSnapshot())
  })

  test('two tabs that never heard of each other lose nothing', () => {
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

  test('CART-18 a tab that is told follows the other', () => {
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

  test('SESSION-6 signing out clears the storage, and the cart with it', () => {
    const { stored, tab } = createBrowser()
    const cart = tab()
    cart.change(add(honey))
    stored.clear()
    cart.reloadFromStorage()
    expect(quantities(cart)).toEqual([])
  })

  test.each(['', 'null', '{', '[]', '{"lines":7}', '{"state":{"items":[]}}'])('broken storage (%s) is an empty cart that can be filled', (text) => {
    const { stored, tab } = createBrowser()
    stored.set(KEY, text)
    const cart = tab()
    expect(quantities(cart)).toEqual([])
    cart.change(add(honey))
    expect(quantities(tab())).toEqual([1])
  })
})

describe('A browser that stores nothing', () => {
  const failingStorage = (): TextStorage => ({
    getItem: () => {
      throw new DOMException('Forbidden', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })

  test.each([
    ['forbids it', failingStorage],
    ['has none', () => null],
  ])('that %s keeps the cart as long as the page, and says so', (_, storage) => {
    const cart = createCartStore(storage)
    expect(cart.getSnapshot().isPersisted).toBe(true)
    cart.change(add(honey))
    cart.change(add(honey))
    expect(cart.getSnapshot()).toMatchObject({ isPersisted: false })
    expect(quantities(cart)).toEqual([2])
    cart.reloadFromStorage()
    expect(quantities(cart)).toEqual([2])
  })

  test('a cart that could not be stored once is stored as soon as there is room', () => {
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
