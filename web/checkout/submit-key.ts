import type { TextStorage } from '#web/cart/cart-store.ts'
import { SUBMIT_KEY_STORAGE_KEY } from '#web/http/kept-names.ts'

/**
 * `unanswered`: how many submits went out with this key and never brought an answer back. `isPutAway`: its order is known
 * to stand and is out of the cart, but the shopper has not been brought to it yet.
 */
type KeptKey = { key: string; unanswered: number; isPutAway?: true }

/**
 * The idempotency key of an order on its way (D17).
 * It stays the same until an order is known to stand, whatever becomes of cart and address meanwhile: the server makes
 * one order by a key at most, so that a submit whose answer was lost can never be followed by a second order.
 */
export function createSubmitKeys(storage: () => TextStorage | null, makeKey: () => string) {
  /** What the browser would not store; undefined while it does, and then other tabs are heard as well. */
  let unkept: KeptKey | null | undefined

  function read(): KeptKey | null {
    if (unkept !== undefined) return unkept
    try {
      const found = JSON.parse(storage()?.getItem(SUBMIT_KEY_STORAGE_KEY) ?? 'null') as Partial<KeptKey> | null
      return typeof found?.key === 'string' && Number.isSafeInteger(found.unanswered) ? (found as KeptKey) : null
    } catch {
      return null
    }
  }

  function write(next: KeptKey | null) {
    try {
      const place = storage()
      place?.setItem(SUBMIT_KEY_STORAGE_KEY, JSON.stringify(next))
      unkept = place ? undefined : next
    } catch {
      // Without storage the key lives as long as the page, which covers double clicks and lost answers.
      unkept = next
    }
  }

  return {
    /** The key to send an order with; from now on its fate is unknown. */
    send(): string {
      const kept = read()
      const { key, unanswered } = kept && !kept.isPutAway ? kept : { key: makeKey(), unanswered: 0 }
      write({ key, unanswered: unanswered + 1 })
      return key
    },
    /** An answer came that says that nothing was ordered. */
    refused() {
      const kept = read()
      if (kept) write({ ...kept, unanswered: Math.max(0, kept.unanswered - 1) })
    },
    /** The key whose order may stand without this browser knowing. */
    unsettled(): string | null {
      const kept = read()
      return kept && kept.unanswered > 0 ? kept.key : null
    },
    /**
     * The order of this key stands, so whatever is sent next is a new order. The first page that learns of it, of all tabs
     * and after every reload, takes it out of the cart: what is in there later is wanted.
     */
    stands(key: string, takeOutOfCart: () => void) {
      const kept = read()
      if (kept?.key !== key || kept.isPutAway) return
      takeOutOfCart()
      write({ ...kept, isPutAway: true })
    },
    /** The key whose order is out of the cart while its shopper is still on the way to it. */
    onTheWay(): string | null {
      const kept = read()
      return kept?.isPutAway ? kept.key : null
    },
    /** The shopper has been brought to the order of this key. */
    arrived(key: string | null) {
      if (key !== null && read()?.key === key) write(null)
    },
    /** The order of the key is cancelled: it takes a new key to order again. */
    forget: () => write(null),
  }
}

/** `crypto.randomUUID` exists on https and localhost only; the shop may be tried over plain http in a home network. */
export function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
