import type { CartLines } from '#features/cart/cart.ts'
import {
  addNotices,
  reconcileCart,
  reconcileRefusedLines,
  type CurrentCartProduct,
  type CartNotice,
  type ReconciledCart,
  type RefusedLine,
} from '#features/cart/reconcile-cart.ts'
import type { AllergenBits } from '#features/catalogue/labels/allergen-bits.ts'
import type { CartStore } from '#features/cart/store/cart-store.ts'
import { createSignal } from '#kit/hydration/signal.ts'

export type CartLineProduct = CurrentCartProduct & {
  slug: string
  net_weight: string | null
  allergens: AllergenBits
}

export type CartRevalidationState = {
  state: 'idle' | 'loading' | 'loaded' | 'failed'
  products: ReadonlyMap<string, CartLineProduct>
  changes: readonly CartNotice[]
}

export function createCartRevalidation(
  cart: CartStore,
  fetchProducts: (ids: string[]) => Promise<CartLineProduct[]>,
) {
  const stateSignal = createSignal<CartRevalidationState>({ state: 'idle', products: new Map(), changes: [] })
  let latestRequest = 0
  const updateState = (part: Partial<CartRevalidationState>) =>
    stateSignal.set({ ...stateSignal.get(), ...part })

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
    async refresh(): Promise<void> {
      const request = ++latestRequest
      const ids = cart.getSnapshot().lines.map(({ id }) => id)
      if (ids.length === 0) return updateState({ state: 'loaded' })
      updateState({ state: 'loading' })
      try {
        const products = await fetchProducts(ids)
        if (request !== latestRequest) return
        const notices = reconcile((lines) => reconcileRequestedLines(lines, new Set(ids), products))
        const productsById = new Map(products.map((product) => [product.id, product]))
        updateState({
          state: 'loaded',
          products: productsById,
          changes: addNotices(stateSignal.get().changes, notices),
        })
      } catch {
        if (request === latestRequest) updateState({ state: 'failed' })
      }
    },
    applyRefusedLines(refused: readonly RefusedLine[]): CartNotice[] {
      const notices = reconcile((lines) => reconcileRefusedLines(lines, refused))
      updateState({ changes: addNotices(stateSignal.get().changes, notices) })
      return notices
    },
    clearChanges: () => updateState({ changes: [] }),
  }
}

/** Lines added during the request were not requested, so a missing product is not necessarily withdrawn. */
function reconcileRequestedLines(
  lines: CartLines,
  requestedIds: ReadonlySet<string>,
  products: readonly CurrentCartProduct[],
): ReconciledCart {
  const { lines: reconciled, notices } = reconcileCart(
    lines.filter(({ id }) => requestedIds.has(id)),
    products,
  )
  const byId = new Map(reconciled.map((line) => [line.id, line]))
  return {
    lines: lines.flatMap((line) => (requestedIds.has(line.id) ? (byId.get(line.id) ?? []) : line)),
    notices,
  }
}
