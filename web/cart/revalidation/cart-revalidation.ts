import type { CartLines } from '#shop/cart/cart.ts'
import {
  reconcileCart, reconcileRefusedLines, type CurrentCartProduct, type CartNotice, type ReconciledCart, type RefusedLine,
} from '#shop/cart/reconcile-cart.ts'
import type { CartStore } from '#web/cart/store/cart-store.ts'
import { createSignal } from '#web/client/hydration/signal.ts'

/** What `/api/cart` answers of each product that is on sale. */
export type CartLineProduct = CurrentCartProduct & { slug: string; net_weight: string | null }

export type CartRevalidationState = {
  state: 'unasked' | 'asking' | 'fresh' | 'failed'
  products: ReadonlyMap<string, CartLineProduct>
  /** What was brought up to date and not yet put away. */
  changes: readonly CartNotice[]
}

/**
 * Keeps the cart true to the shop.
 * In: the cart, and a way to ask the server about product ids. Out: a store of what is known, with the changes told.
 */
export function createCartRevalidation(cart: CartStore, fetchProducts: (ids: string[]) => Promise<CartLineProduct[]>) {
  const stateSignal = createSignal<CartRevalidationState>({ state: 'unasked', products: new Map(), changes: [] })
  let latestRequest = 0
  const updateState = (part: Partial<CartRevalidationState>) => stateSignal.set({ ...stateSignal.get(), ...part })

  function reconcile(updater: (lines: CartLines) => ReconciledCart): CartNotice[] {
    let notices: CartNotice[] = []
    cart.change((lines) => {
      const reconciled = updater(lines)
      notices = reconciled.notices
      return reconciled.lines
    })
    return notices
  }

  return {
    stateSignal,
    /** Asks about everything in the cart; only the latest answer counts. */
    async refresh(): Promise<void> {
      const request = ++latestRequest
      const ids = cart.getSnapshot().lines.map(({ id }) => id)
      if (ids.length === 0) return updateState({ state: 'fresh' })
      updateState({ state: 'asking' })
      try {
        const products = await fetchProducts(ids)
        if (request !== latestRequest) return
        const notices = reconcile((lines) => reconcileRequestedLines(lines, new Set(ids), products))
        const productsById = new Map(products.map((product) => [product.id, product]))
        updateState({ state: 'fresh', products: productsById, changes: [...stateSignal.get().changes, ...notices] })
      } catch {
        if (request === latestRequest) updateState({ state: 'failed' })
      }
    },
    /** Takes over what a refused submit was told, without asking again. */
    applyRefusedLines(refused: readonly RefusedLine[]): CartNotice[] {
      const notices = reconcile((lines) => reconcileRefusedLines(lines, refused))
      updateState({ changes: [...stateSignal.get().changes, ...notices] })
      return notices
    },
    /** The shopper has seen what changed. */
    clearChanges: () => updateState({ changes: [] }),
  }
}

/** A line that was added while the question was under way was not asked about, and is not taken for withdrawn. */
function reconcileRequestedLines(lines: CartLines, requestedIds: ReadonlySet<string>, products: readonly CurrentCartProduct[]): ReconciledCart {
  const { lines: reconciled, notices } = reconcileCart(
    lines.filter(({ id }) => requestedIds.has(id)),
    products,
  )
  const byId = new Map(reconciled.map((line) => [line.id, line]))
  return { lines: lines.flatMap((line) => (requestedIds.has(line.id) ? (byId.get(line.id) ?? []) : line)), notices }
}
