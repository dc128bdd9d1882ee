import type { TextStorage } from '#web/cart/cart-store.ts'

const SUBMIT_KEY_STORAGE_KEY = 'checkout-submit'

type KeptKey = { content: string; key: string }

/**
 * The idempotency key of one submit (D17).
 * In: everything the order consists of. Out: the same key for the same content, whatever happened in between (a second
 * click, a lost connection, a reload); a new one as soon as cart or address differ, because that is another order.
 */
export function createSubmitKeys(storage: () => TextStorage | null, makeKey: () => string) {
  let kept: KeptKey | undefined

  function stored(): KeptKey | undefined {
    try {
      const found = JSON.parse(storage()?.getItem(SUBMIT_KEY_STORAGE_KEY) ?? 'null') as Partial<KeptKey> | null
      return typeof found?.content === 'string' && typeof found.key === 'string' ? (found as KeptKey) : undefined
    } catch {
      return undefined
    }
  }

  function keep(next: KeptKey | undefined) {
    kept = next
    try {
      storage()?.setItem(SUBMIT_KEY_STORAGE_KEY, JSON.stringify(next ?? null))
    } catch {
      // Without storage the key lives as long as the page, which covers double clicks and lost answers.
    }
  }

  return {
    keyFor(order: unknown): string {
      const content = JSON.stringify(order)
      const known = kept ?? stored()
      if (known?.content === content) return known.key
      const fresh = { content, key: makeKey() }
      keep(fresh)
      return fresh.key
    },
    /** Once an order is placed, the same things bought again are a new order. */
    forget: () => keep(undefined),
  }
}

/** `crypto.randomUUID` exists on https and localhost only; the shop may be tried over plain http in a home network. */
export function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
