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
function aBrowser() {
  const kept = new Map<string, string>()
  const storage: TextStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  }
  return { kept, tab: () => createCartStore(() => storage) }
}
const add = (one: Omit<CartLine, 'quantity'>, quantity = 1) => (lines: readonly CartLine[]) => addLine(lines, { ...one, quantity })
const quantities = (store: ReturnType<typeof createCartStore>) => store.getSnapshot().lines.map(({ quantity }) => quantity)

describe('The cart in the browser', () => {
  test('§3 lines and total stand under the key cart-storage', () => {
    const { kept, tab } = aBrowser()
    const cart = tab()
    cart.change(add(honey, 2))
    cart.change(add(cloves))
    expect(JSON.parse(kept.get(KEY)!)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lines: [{ ...honey, quantity: 2 }, { ...cloves, quantity: 1 }],
      total: 12.7,
    })
  })

  test('D17 tabs that were opened before anything was added send one cart by one id, and the next one by another', () => {
    const { tab } = aBrowser()
    const [left, right] = [tab(), tab()]
    left.change(add(honey))
    right.change(add(cloves))
    left.reread()
    const { id } = left.getSnapshot()
    expect(id).not.toBeNull()
    expect(right.getSnapshot().id).toBe(id)
    expect(left.renew(id!, clear)).toBe(true)
    expect(right.renew(id!, clear), 'the other one finds that it begun anew already').toBe(false)
    right.reread()
    expect(right.getSnapshot()).toMatchObject({ id: left.getSnapshot().id, lines: [] })
    expect(right.getSnapshot().id).not.toBe(id)
  })

  test('§1 the cart survives a reload', () => {
    const { tab } = aBrowser()
    tab().change(add(honey, 3))
    expect(quantities(tab())).toEqual([3])
  })

  test('the server knows no cart and says so, instead of saying that it is empty', () => {
    const { tab } = aBrowser()
    expect(tab().getServerSnapshot()).toMatchObject({ lines: [], isKnown: false })
    expect(tab().getSnapshot()).toMatchObject({ lines: [], isKnown: true })
  })

  test('a snapshot stays the same object until something changes', () => {
    const cart = aBrowser().tab()
    cart.change(add(honey))
    expect(cart.getSnapshot()).toBe(cart.getSnapshot())
  })

  test('two tabs that never heard of each other lose nothing', () => {
    const { tab } = aBrowser()
    const [left, right] = [tab(), tab()]
    left.getSnapshot()
    right.getSnapshot()
    for (let click = 0; click < 5; click += 1) {
      left.change(add(honey))
      right.change(add(honey))
    }
    expect(quantities(tab())).toEqual([10])
  })

  test('a tab that is told follows the other', () => {
    const { tab } = aBrowser()
    const [left, right] = [tab(), tab()]
    let heard = 0
    const stop = right.subscribe(() => (heard += 1))
    left.change(add(honey, 2))
    right.reread()
    expect(quantities(right)).toEqual([2])
    left.change((lines) => setQuantity(lines, honey.id, 0))
    right.reread()
    expect(quantities(right)).toEqual([])
    stop()
    right.reread()
    expect(heard).toBe(2)
  })

  test('§4 signing out clears the storage, and the cart with it', () => {
    const { kept, tab } = aBrowser()
    const cart = tab()
    cart.change(add(honey))
    kept.clear()
    cart.reread()
    expect(quantities(cart)).toEqual([])
  })

  test.each(['', 'null', '{', '[]', '{"lines":7}', '{"state":{"items":[]}}'])('broken storage (%s) is an empty cart that can be filled', (text) => {
    const { kept, tab } = aBrowser()
    kept.set(KEY, text)
    const cart = tab()
    expect(quantities(cart)).toEqual([])
    cart.change(add(honey))
    expect(quantities(tab())).toEqual([1])
  })
})

describe('A browser that stores nothing', () => {
  const refusing = (): TextStorage => ({
    getItem: () => {
      throw new DOMException('Forbidden', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  })

  test.each([
    ['forbids it', refusing],
    ['has none', () => null],
  ])('that %s keeps the cart as long as the page, and says so', (_, storage) => {
    const cart = createCartStore(storage)
    expect(cart.getSnapshot().isKept).toBe(true)
    cart.change(add(honey))
    cart.change(add(honey))
    expect(cart.getSnapshot()).toMatchObject({ isKept: false })
    expect(quantities(cart)).toEqual([2])
    cart.reread()
    expect(quantities(cart)).toEqual([2])
  })

  test('a cart that could not be stored once is stored as soon as there is room', () => {
    const { kept, tab } = aBrowser()
    let isFull = true
    const cart = createCartStore(() => ({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        if (isFull) throw new DOMException('Full', 'QuotaExceededError')
        kept.set(key, value)
      },
    }))
    cart.change(add(honey))
    isFull = false
    cart.change(add(cloves))
    expect(cart.getSnapshot().isKept).toBe(true)
    expect(quantities(tab())).toEqual([1, 1])
    cart.change(clear)
    expect(quantities(tab())).toEqual([])
  })
})
