import { EMPTY_CART, type CartLines } from '#shop/cart/cart.ts'
import { parseCart, serialiseCart, type StoredCart } from '#shop/cart/cart-storage.ts'
import { CART_STORAGE_KEY } from '#shop/constants.ts'

export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

export type CartSnapshot = StoredCart & {
  /** False on the server and until the browser has looked: nobody is told 'empty' on a guess. */
  isLoaded: boolean
  /** False when the browser refuses to store anything: the cart then lives as long as the page. */
  isPersisted: boolean
}

const SERVER_SNAPSHOT: CartSnapshot = { id: null, lines: EMPTY_CART, isLoaded: false, isPersisted: true }

export type CartStore = ReturnType<typeof createCartStore>

/**
 * The cart under its storage key, as an external store.
 * In: a way to the browser's storage, which may be missing or throw at any moment.
 * Every change starts from what is stored now and not from what was rendered, so that neither a quick second click
 * nor another tab is overwritten.
 */
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

  const readSnapshot = (): CartSnapshot => ({ ...(unsaved ?? readStored()), isLoaded: true, isPersisted: !unsaved })

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
    /** A cart has its id from its first line on, long before two tabs could order it at the same moment. */
    change(updater: (lines: CartLines) => CartLines) {
      update(({ id, lines }) => {
        const next = updater(lines)
        return { id: id ?? (next.length > 0 ? generateId() : null), lines: next }
      })
    },
    /** The cart becomes what `step` makes of it and begins anew, with an id of its own; false where it has been another cart since. */
    startNewCart(expectedId: string, updater: (lines: CartLines) => CartLines): boolean {
      const isUnchanged = readSnapshot().id === expectedId
      if (isUnchanged) update(({ lines }) => ({ id: generateId(), lines: updater(lines) }))
      return isUnchanged
    },
    /** Another tab may have changed the cart, or signing out may have emptied the storage. */
    reloadFromStorage() {
      setSnapshot(readSnapshot())
    },
  }
}

/** `crypto.randomUUID` exists on https and localhost only; the shop may be tried over plain http in a home network. */
export function randomId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
