import { EMPTY_CART, type CartLines } from '#features/cart/cart.ts'
import { parseCart, serialiseCart, type StoredCart } from '#features/cart/cart-storage.ts'
import { CART_STORAGE_KEY } from '#shop/constants.ts'

export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

export type CartSnapshot = StoredCart & {
  /** False on the server and before hydration, when the cart is unknown rather than empty. */
  isLoaded: boolean
  /** False if the browser refused to store the cart, which then lasts until the page is closed. */
  isPersisted: boolean
}

const SERVER_SNAPSHOT: CartSnapshot = { id: null, lines: EMPTY_CART, isLoaded: false, isPersisted: true }

export type CartStore = ReturnType<typeof createCartStore>

/** Changes start from the stored cart, not the rendered one, so that no other tab is overwritten. */
export function createCartStore(storage: () => TextStorage | null, generateId = randomId) {
  const listeners = new Set<() => void>()
  let snapshot: CartSnapshot | undefined
  let unsaved: StoredCart | undefined

  function readStored(): StoredCart {
    try {
      return parseCart(storage()?.getItem(CART_STORAGE_KEY) ?? null)
    } catch {
      return { id: null, lines: EMPTY_CART }
    }
  }

  function write(stored: StoredCart): boolean {
    try {
      const target = storage()
      target?.setItem(CART_STORAGE_KEY, serialiseCart(stored))
      return target !== null
    } catch {
      return false
    }
  }

  function setSnapshot(next: CartSnapshot) {
    snapshot = next
    for (const listener of listeners) listener()
  }

  const readSnapshot = (): CartSnapshot => ({
    ...(unsaved ?? readStored()),
    isLoaded: true,
    isPersisted: !unsaved,
  })

  function update(updater: (stored: StoredCart) => StoredCart) {
    const { id, lines } = readSnapshot()
    const next = updater({ id, lines })
    unsaved = write(next) ? undefined : next
    setSnapshot({ ...next, isLoaded: true, isPersisted: !unsaved })
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: (): CartSnapshot => (snapshot ??= readSnapshot()),
    getServerSnapshot: (): CartSnapshot => SERVER_SNAPSHOT,
    update,
    /** The ID is assigned with the first line, before two tabs could order the cart at the same time. */
    change(updater: (lines: CartLines) => CartLines) {
      update(({ id, lines }) => {
        const next = updater(lines)
        return { id: id ?? (next.length > 0 ? generateId() : null), lines: next }
      })
    },
    /** Assigns a new ID; returns false if the cart no longer has the expected ID. */
    startNewCart(expectedId: string, updater: (lines: CartLines) => CartLines): boolean {
      const isUnchanged = readSnapshot().id === expectedId
      if (isUnchanged) update(({ lines }) => ({ id: generateId(), lines: updater(lines) }))
      return isUnchanged
    },
    reloadFromStorage() {
      setSnapshot(readSnapshot())
    },
  }
}

/** `crypto.randomUUID` exists only in secure contexts; the shop may be opened over http in a local network. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
