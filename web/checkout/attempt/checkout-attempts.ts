import { removeOrderedQuantities, type PlacedOrder } from '#shop/checkout/placing/placed-order.ts'
import { randomId, type CartStore, type TextStorage } from '#web/cart/store/cart-store.ts'
import { CHECKOUT_ATTEMPT_STORAGE_KEY } from '#web/session/storage-keys.ts'

/**
 * The last cart that was sent. `key`: its idempotency key, which is the cart's id. `unanswered`: how many attempts went out
 * with it and brought no answer back. `order_id`: the order that is known to stand; `isShown`: its shopper has been brought to it.
 */
type StoredAttempt = { key: string; unanswered: number; order_id?: string; isShown?: true }

/**
 * Checkout attempts. The server makes one order by a key at most, and a cart keeps its key until an order of it is
 * known to stand, whatever is changed in it meanwhile: a lost answer, a reload or a second tab never makes a second order.
 * Once the order is known its key is spent: what is sent next is another cart.
 */
export function createCheckoutAttempts(storage: () => TextStorage | null, cart: Pick<CartStore, 'getSnapshot' | 'startNewCart' | 'update'>) {
  /** What the browser would not store; undefined while it does, and then other tabs are heard as well. */
  let memoryAttempt: StoredAttempt | null | undefined

  function read(): StoredAttempt | null {
    if (memoryAttempt !== undefined) return memoryAttempt
    try {
      const stored = JSON.parse(storage()?.getItem(CHECKOUT_ATTEMPT_STORAGE_KEY) ?? 'null') as Partial<StoredAttempt> | null
      return typeof stored?.key === 'string' && Number.isSafeInteger(stored.unanswered) ? (stored as StoredAttempt) : null
    } catch {
      return null
    }
  }

  function write(next: StoredAttempt | null) {
    try {
      const target = storage()
      target?.setItem(CHECKOUT_ATTEMPT_STORAGE_KEY, JSON.stringify(next))
      memoryAttempt = target ? undefined : next
    } catch {
      // Without storage the attempt lives as long as the page, which covers double clicks and lost answers.
      memoryAttempt = next
    }
  }

  return {
    /** The key to send the cart in view with: its id. From now on the fate of its order is unknown. */
    startAttempt(): string {
      const attempt = read()
      const isOpen = attempt !== null && !attempt.order_id && attempt.unanswered > 0
      // A cart of before carts had ids takes over the key of an attempt without an answer, so that it stays the same order.
      if (cart.getSnapshot().id === null) cart.update(({ id, lines }) => ({ id: id ?? (isOpen ? attempt.key : randomId()), lines }))
      const key = cart.getSnapshot().id!
      write({ key, unanswered: (isOpen && attempt.key === key ? attempt.unanswered : 0) + 1 })
      return key
    },
    /** An answer came that says that nothing was ordered. */
    markRefused(key: string) {
      const attempt = read()
      if (attempt?.key === key && !attempt.order_id) write({ key, unanswered: Math.max(0, attempt.unanswered - 1) })
    },
    /** The key whose order may stand without this browser knowing. */
    unresolvedKey(): string | null {
      const attempt = read()
      return attempt && !attempt.order_id && attempt.unanswered > 0 ? attempt.key : null
    },
    /**
     * The order of this key stands: nothing of it is left to be ordered, and the cart begins anew. True for the first page
     * that learns of it, of all tabs and after every reload: it brings the shopper to the order.
     */
    markOrdered(key: string, order: Pick<PlacedOrder, 'items' | 'order_id'>): boolean {
      const isFirst = cart.startNewCart(key, (lines) => removeOrderedQuantities(lines, order))
      const attempt = read()
      // What was sent since is another order, whose fate may be unknown.
      if (attempt?.key === key && !attempt.order_id) write({ key, unanswered: 0, order_id: order.order_id })
      return isFirst
    },
    /** The key whose order stands while its shopper is still on the way to it. */
    unshownOrderKey(): string | null {
      const attempt = read()
      return attempt?.order_id && !attempt.isShown ? attempt.key : null
    },
    /** The shopper has been brought to the order of this key. */
    markShown(key: string | null) {
      const attempt = read()
      if (key !== null && attempt?.key === key) write({ ...attempt, isShown: true })
    },
    /** The order that a cart with this key has become, as long as no other cart was sent since. */
    orderIdOf(key: string | null): string | null {
      const attempt = read()
      return key !== null && attempt?.key === key ? (attempt.order_id ?? null) : null
    },
    /** The order of the key is cancelled: the cart stays, and it takes a new key to order it again. */
    discardAttempt(key: string) {
      if (read()?.key === key) write(null)
      cart.startNewCart(key, (lines) => lines)
    },
  }
}
