import { stillWanted, type SubmittedOrder } from '#shop/checkout/placing/placed-order.ts'
import { randomKey, type CartStore, type TextStorage } from '#web/cart/store/cart-store.ts'
import { SUBMIT_KEY_STORAGE_KEY } from '#web/session/storage-keys.ts'

/**
 * The last cart that was sent. `key`: its idempotency key, which is the cart's id. `unanswered`: how many attempts went out
 * with it and brought no answer back. `order_id`: the order that is known to stand; `isShown`: its shopper has been brought to it.
 */
type StoredAttempt = { key: string; unanswered: number; order_id?: string; isShown?: true }

/**
 * Checkout attempts (D17). The server makes one order by a key at most, and a cart keeps its key until an order of it is
 * known to stand, whatever is changed in it meanwhile: a lost answer, a reload or a second tab never makes a second order.
 * Once the order is known its key is spent: what is sent next is another cart.
 */
export function createSubmitKeys(storage: () => TextStorage | null, cart: Pick<CartStore, 'getSnapshot' | 'renew' | 'update'>) {
  /** What the browser would not store; undefined while it does, and then other tabs are heard as well. */
  let unkept: StoredAttempt | null | undefined

  function read(): StoredAttempt | null {
    if (unkept !== undefined) return unkept
    try {
      const found = JSON.parse(storage()?.getItem(SUBMIT_KEY_STORAGE_KEY) ?? 'null') as Partial<StoredAttempt> | null
      return typeof found?.key === 'string' && Number.isSafeInteger(found.unanswered) ? (found as StoredAttempt) : null
    } catch {
      return null
    }
  }

  function write(next: StoredAttempt | null) {
    try {
      const place = storage()
      place?.setItem(SUBMIT_KEY_STORAGE_KEY, JSON.stringify(next))
      unkept = place ? undefined : next
    } catch {
      // Without storage the attempt lives as long as the page, which covers double clicks and lost answers.
      unkept = next
    }
  }

  return {
    /** The key to send the cart in view with: its id. From now on the fate of its order is unknown. */
    send(): string {
      const kept = read()
      const isOpen = kept !== null && !kept.order_id && kept.unanswered > 0
      // A cart of before carts had ids takes over the key of an attempt without an answer, so that it stays the same order.
      if (cart.getSnapshot().id === null) cart.update(({ id, lines }) => ({ id: id ?? (isOpen ? kept.key : randomKey()), lines }))
      const key = cart.getSnapshot().id!
      write({ key, unanswered: (isOpen && kept.key === key ? kept.unanswered : 0) + 1 })
      return key
    },
    /** An answer came that says that nothing was ordered. */
    refused(key: string) {
      const kept = read()
      if (kept?.key === key && !kept.order_id) write({ key, unanswered: Math.max(0, kept.unanswered - 1) })
    },
    /** The key whose order may stand without this browser knowing. */
    unsettled(): string | null {
      const kept = read()
      return kept && !kept.order_id && kept.unanswered > 0 ? kept.key : null
    },
    /**
     * The order of this key stands: nothing of it is left to be ordered, and the cart begins anew. True for the first page
     * that learns of it, of all tabs and after every reload: it brings the shopper to the order.
     */
    stands(key: string, order: Pick<SubmittedOrder, 'items' | 'order_id'>): boolean {
      const isFirst = cart.renew(key, (lines) => stillWanted(lines, order))
      const kept = read()
      // What was sent since is another order, whose fate may be unknown.
      if (kept?.key === key && !kept.order_id) write({ key, unanswered: 0, order_id: order.order_id })
      return isFirst
    },
    /** The key whose order stands while its shopper is still on the way to it. */
    onTheWay(): string | null {
      const kept = read()
      return kept?.order_id && !kept.isShown ? kept.key : null
    },
    /** The shopper has been brought to the order of this key. */
    arrived(key: string | null) {
      const kept = read()
      if (key !== null && kept?.key === key) write({ ...kept, isShown: true })
    },
    /** The order that a cart with this key has become, as long as no other cart was sent since. */
    orderOf(key: string | null): string | null {
      const kept = read()
      return key !== null && kept?.key === key ? (kept.order_id ?? null) : null
    },
    /** The order of the key is cancelled: the cart stays, and it takes a new key to order it again. */
    forget(key: string) {
      if (read()?.key === key) write(null)
      cart.renew(key, (lines) => lines)
    },
  }
}
