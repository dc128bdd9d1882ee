import { removeOrderedQuantities, type PlacedOrder } from '#features/checkout/placing/placed-order.ts'
import { randomId, type CartStore, type TextStorage } from '#features/cart/store/cart-store.ts'
import { CHECKOUT_ATTEMPT_STORAGE_KEY } from '#kit/storage/storage-keys.ts'

/** The last cart sent: its key is the cart ID; `unanswered` counts attempts without a response. */
type StoredAttempt = { key: string; unanswered: number; order_id?: string; isShown?: true }

/** A cart keeps its idempotency key until its order is known, so that a retry, reload or second tab creates no second order. */
export function createCheckoutAttempts(
  storage: () => TextStorage | null,
  cart: Pick<CartStore, 'getSnapshot' | 'startNewCart' | 'update'>,
) {
  /** The attempt if it could not be stored; undefined if the storage works. */
  let memoryAttempt: StoredAttempt | null | undefined

  function read(): StoredAttempt | null {
    if (memoryAttempt !== undefined) return memoryAttempt
    try {
      const stored = JSON.parse(
        storage()?.getItem(CHECKOUT_ATTEMPT_STORAGE_KEY) ?? 'null',
      ) as Partial<StoredAttempt> | null
      return typeof stored?.key === 'string' && Number.isSafeInteger(stored.unanswered)
        ? (stored as StoredAttempt)
        : null
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
      // In memory the attempt still covers double clicks and lost responses.
      memoryAttempt = next
    }
  }

  return {
    startAttempt(): string {
      const attempt = read()
      const isOpen = attempt !== null && !attempt.order_id && attempt.unanswered > 0
      // Carts of earlier versions have no ID: the key of an unresolved attempt keeps them the same order.
      if (cart.getSnapshot().id === null)
        cart.update(({ id, lines }) => ({ id: id ?? (isOpen ? attempt.key : randomId()), lines }))
      const key = cart.getSnapshot().id!
      write({ key, unanswered: (isOpen && attempt.key === key ? attempt.unanswered : 0) + 1 })
      return key
    },
    markRefused(key: string) {
      const attempt = read()
      if (attempt?.key === key && !attempt.order_id)
        write({ key, unanswered: Math.max(0, attempt.unanswered - 1) })
    },
    /** The order may exist without this browser knowing. */
    unresolvedKey(): string | null {
      const attempt = read()
      return attempt && !attempt.order_id && attempt.unanswered > 0 ? attempt.key : null
    },
    /** True only for the first page, in any tab, that records the order. */
    markOrdered(key: string, order: Pick<PlacedOrder, 'items' | 'order_id'>): boolean {
      const isFirst = cart.startNewCart(key, (lines) => removeOrderedQuantities(lines, order))
      const attempt = read()
      // A later attempt is another order, whose result may be unknown.
      if (attempt?.key === key && !attempt.order_id) write({ key, unanswered: 0, order_id: order.order_id })
      return isFirst
    },
    unshownOrderKey(): string | null {
      const attempt = read()
      return attempt?.order_id && !attempt.isShown ? attempt.key : null
    },
    markShown(key: string | null) {
      const attempt = read()
      if (key !== null && attempt?.key === key) write({ ...attempt, isShown: true })
    },
    orderIdOf(key: string | null): string | null {
      const attempt = read()
      return key !== null && attempt?.key === key ? (attempt.order_id ?? null) : null
    },
    /** For a cancelled order: the cart stays and gets a new key. */
    discardAttempt(key: string) {
      if (read()?.key === key) write(null)
      cart.startNewCart(key, (lines) => lines)
    },
  }
}
