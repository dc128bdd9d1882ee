import { EMPTY_CART, type CartLines } from '#shop/cart/cart.ts'
import { parseCart, serialiseCart } from '#shop/cart/cart-storage.ts'
import { CART_STORAGE_KEY } from '#shop/spec.ts'

export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

export type CartSnapshot = {
  lines: CartLines
  /** False on the server and until the browser has looked: nobody is told 'empty' on a guess. */
  isKnown: boolean
  /** False when the browser refuses to store anything: the cart then lives as long as the page. */
  isKept: boolean
}

const UNKNOWN: CartSnapshot = { lines: EMPTY_CART, isKnown: false, isKept: true }

export type CartStore = ReturnType<typeof createCartStore>

/**
 * The cart under the key of §3, as an external store.
 * In: a way to the browser's storage, which may be missing or throw at any moment.
 * Every change starts from what is stored now and not from what was rendered, so that neither a quick second click
 * nor another tab is overwritten.
 */
export function createCartStore(storage: () => TextStorage | null) {
  const listeners = new Set<() => void>()
  let snapshot: CartSnapshot | undefined
  let unsaved: CartLines | undefined

  function readStored(): CartLines {
    try {
      return parseCart(storage()?.getItem(CART_STORAGE_KEY) ?? null)
    } catch {
      return EMPTY_CART
    }
  }

  function write(lines: CartLines): boolean {
    try {
      const place = storage()
      place?.setItem(CART_STORAGE_KEY, serialiseCart(lines))
      return place !== null
    } catch {
      return false
    }
  }

  function show(next: CartSnapshot) {
    snapshot = next
    for (const listener of listeners) listener()
  }

  const look = (): CartSnapshot => ({ lines: unsaved ?? readStored(), isKnown: true, isKept: !unsaved })

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: (): CartSnapshot => (snapshot ??= look()),
    getServerSnapshot: (): CartSnapshot => UNKNOWN,
    change(step: (lines: CartLines) => CartLines) {
      const lines = step(look().lines)
      unsaved = write(lines) ? undefined : lines
      show({ lines, isKnown: true, isKept: !unsaved })
    },
    /** Another tab may have changed the cart, or signing out may have emptied the storage. */
    reread() {
      show(look())
    },
  }
}
