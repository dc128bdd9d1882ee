import { cartLimits } from '#shop/settings/cart-limits.ts'
import { noLongerSold, onlyLeft, overLimit, priceChanged, soldOut } from './reconcile-messages.ts'
import type { CartLine, CartLines } from './cart.ts'

/** A product of the cart as the shop has it now; one that is not sold any more has none. Price in pounds. */
export type CartFact = { id: string; name: string; image_url: string | null; price: number; stock: number }

export type CartProblem = 'price-changed' | 'not-enough-stock' | 'over-limit' | 'withdrawn'
export type CartNotice = { id: string; problem: CartProblem; sentence: string }
export type MendedCart = { lines: CartLines; notices: CartNotice[] }

/** A line that `place_order` refused, as it answers; price and stock are null for what is not sold any more. */
export type RefusedLine = {
  product_id: string
  problem: CartProblem
  name: string | null
  price: number | null
  stock: number | null
}

/**
 * Brings the whole cart up to date (D15): what is not sold any more goes, prices follow, quantities shrink to the stock,
 * and each change that matters to the shopper has its notice. In: facts about every product of the cart.
 */
export function mendCart(lines: CartLines, facts: readonly CartFact[]): MendedCart {
  const factOf = new Map(facts.map((fact) => [fact.id, fact]))
  return mendEach(lines, (line) => mendLine(line, factOf.get(line.id) ?? null))
}

/** Brings up to date those lines that `place_order` named (D16) and leaves the others as they are. */
export function mendRefusedLines(lines: CartLines, refused: readonly RefusedLine[]): MendedCart {
  const refusalOf = new Map(refused.map((each) => [each.product_id, each]))
  return mendEach(lines, (line) => {
    const now = refusalOf.get(line.id)
    if (!now) return { line, notices: [] }
    if (now.price === null || now.stock === null) return mendLine(line, null)
    return mendLine(line, { ...line, name: now.name ?? line.name, price: now.price, stock: now.stock })
  })
}

type MendedLine = { line: CartLine | null; notices: CartNotice[] }

function mendLine(line: CartLine, fact: CartFact | null): MendedLine {
  const notice = (problem: CartProblem, sentence: string): CartNotice => ({ id: line.id, problem, sentence })
  if (!fact) return { line: null, notices: [notice('withdrawn', noLongerSold(line.name))] }
  const { name, image_url, price, stock } = fact
  if (stock < 1) return { line: null, notices: [notice('not-enough-stock', soldOut(name))] }

  const notices: CartNotice[] = []
  if (price !== line.price) notices.push(notice('price-changed', priceChanged(name, line.price, price)))
  const limit = cartLimits().max_quantity_per_product
  const quantity = Math.min(line.quantity, stock, limit)
  if (stock < Math.min(line.quantity, limit)) notices.push(notice('not-enough-stock', onlyLeft(name, stock)))
  else if (quantity < line.quantity) notices.push(notice('over-limit', overLimit(name, limit)))
  return { line: { id: line.id, name, image_url, price, quantity }, notices }
}

function mendEach(lines: CartLines, mend: (line: CartLine) => MendedLine): MendedCart {
  const mended = lines.map(mend)
  return {
    lines: mended.flatMap(({ line }) => (line ? [line] : [])),
    notices: mended.flatMap(({ notices }) => notices),
  }
}
