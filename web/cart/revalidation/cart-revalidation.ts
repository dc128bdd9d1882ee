import type { CartLines } from '#shop/cart/cart.ts'
import {
  mendCart, mendRefusedLines, type CartFact, type CartNotice, type MendedCart, type RefusedLine,
} from '#shop/cart/reconcile-cart.ts'
import type { CartStore } from '#web/cart/store/cart-store.ts'
import { createSignal } from '#web/client/hydration/signal.ts'

/** What `/api/cart` answers of each product that is on sale. */
export type LineFact = CartFact & { slug: string; net_weight: string | null }

export type Freshness = {
  state: 'unasked' | 'asking' | 'fresh' | 'failed'
  facts: ReadonlyMap<string, LineFact>
  /** What was brought up to date and not yet put away. */
  changes: readonly CartNotice[]
}

/**
 * Keeps the cart true to the shop (D15).
 * In: the cart, and a way to ask the server about product ids. Out: a store of what is known, with the changes told.
 */
export function createFreshness(cart: CartStore, ask: (ids: string[]) => Promise<LineFact[]>) {
  const news = createSignal<Freshness>({ state: 'unasked', facts: new Map(), changes: [] })
  let turn = 0
  const show = (part: Partial<Freshness>) => news.set({ ...news.get(), ...part })

  function mend(step: (lines: CartLines) => MendedCart): CartNotice[] {
    let notices: CartNotice[] = []
    cart.change((lines) => {
      const mended = step(lines)
      notices = mended.notices
      return mended.lines
    })
    return notices
  }

  return {
    news,
    /** Asks about everything in the cart; only the latest answer counts. */
    async refresh(): Promise<void> {
      const mine = ++turn
      const ids = cart.getSnapshot().lines.map(({ id }) => id)
      if (ids.length === 0) return show({ state: 'fresh' })
      show({ state: 'asking' })
      try {
        const facts = await ask(ids)
        if (mine !== turn) return
        const notices = mend((lines) => mendAsked(lines, new Set(ids), facts))
        const known = new Map(facts.map((fact) => [fact.id, fact]))
        show({ state: 'fresh', facts: known, changes: [...news.get().changes, ...notices] })
      } catch {
        if (mine === turn) show({ state: 'failed' })
      }
    },
    /** Takes over what a refused submit was told, without asking again (D16). */
    take(refused: readonly RefusedLine[]): CartNotice[] {
      const notices = mend((lines) => mendRefusedLines(lines, refused))
      show({ changes: [...news.get().changes, ...notices] })
      return notices
    },
    /** The shopper has seen what changed. */
    putAway: () => show({ changes: [] }),
  }
}

/** A line that was added while the question was under way was not asked about, and is not taken for withdrawn. */
function mendAsked(lines: CartLines, asked: ReadonlySet<string>, facts: readonly CartFact[]): MendedCart {
  const { lines: mended, notices } = mendCart(
    lines.filter(({ id }) => asked.has(id)),
    facts,
  )
  const byId = new Map(mended.map((line) => [line.id, line]))
  return { lines: lines.flatMap((line) => (asked.has(line.id) ? (byId.get(line.id) ?? []) : line)), notices }
}
