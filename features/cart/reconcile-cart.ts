import { cartLimits } from '#shop/cart-limits.ts'
import { noLongerSold, onlyLeft, overLimit, priceChanged, soldOut } from './reconcile-messages.ts'
import type { CartLine, CartLines } from './cart.ts'

/** Price in pounds. */
export type CurrentCartProduct = {
  id: string
  name: string
  image_url: string | null
  price: number
  stock: number
}

type CartProblem = 'price-changed' | 'not-enough-stock' | 'over-limit' | 'withdrawn'
export type CartNotice = { id: string; problem: CartProblem | 'sold-out'; sentence: string }
export type ReconciledCart = { lines: CartLines; notices: CartNotice[] }

/** Returned by `place_order`; price and stock are null if the product is no longer sold. */
export type RefusedLine = {
  product_id: string
  problem: CartProblem
  name: string | null
  price: number | null
  stock: number | null
}

/** Removes withdrawn products, updates prices, and reduces quantities to the stock. Takes current data of all products in the cart. */
export function reconcileCart(lines: CartLines, products: readonly CurrentCartProduct[]): ReconciledCart {
  const productById = new Map(products.map((product) => [product.id, product]))
  return reconcileEachLine(lines, (line) => reconcileLine(line, productById.get(line.id) ?? null))
}

export function reconcileRefusedLines(lines: CartLines, refused: readonly RefusedLine[]): ReconciledCart {
  const refusalById = new Map(refused.map((each) => [each.product_id, each]))
  return reconcileEachLine(lines, (line) => {
    const refusal = refusalById.get(line.id)
    if (!refusal) return { line, notices: [] }
    if (refusal.price === null || refusal.stock === null) return reconcileLine(line, null)
    return reconcileLine(line, {
      ...line,
      name: refusal.name ?? line.name,
      price: refusal.price,
      stock: refusal.stock,
    })
  })
}

type ReconciledLine = { line: CartLine | null; notices: CartNotice[] }

function reconcileLine(line: CartLine, product: CurrentCartProduct | null): ReconciledLine {
  const notice = (problem: CartNotice['problem'], sentence: string): CartNotice => ({
    id: line.id,
    problem,
    sentence,
  })
  if (!product) return { line: null, notices: [notice('withdrawn', noLongerSold(line.name))] }
  const { name, image_url, price, stock } = product
  if (stock < 1) return { line: null, notices: [notice('sold-out', soldOut(name))] }

  const notices: CartNotice[] = []
  if (price !== line.price) notices.push(notice('price-changed', priceChanged(name, line.price, price)))
  const limit = cartLimits().max_quantity_per_product
  const quantity = Math.min(line.quantity, stock, limit)
  if (stock < Math.min(line.quantity, limit)) notices.push(notice('not-enough-stock', onlyLeft(name, stock)))
  else if (quantity < line.quantity) notices.push(notice('over-limit', overLimit(name, limit)))
  return { line: { id: line.id, name, image_url, price, quantity }, notices }
}

const isRemoval = ({ problem }: CartNotice) => problem === 'withdrawn' || problem === 'sold-out'
const isAboutPrice = ({ problem }: CartNotice) => problem === 'price-changed'

/** A product's newest price and quantity notices replace earlier ones; a removal replaces all. */
export const addNotices = (earlier: readonly CartNotice[], newer: readonly CartNotice[]): CartNotice[] => [
  ...earlier.filter(
    (old) =>
      !newer.some(
        (next) => next.id === old.id && (isRemoval(next) || isAboutPrice(next) === isAboutPrice(old)),
      ),
  ),
  ...newer,
]

/** The notices that still apply to the cart, which the shopper may have changed meanwhile. */
export const noticesOf = (lines: CartLines, notices: readonly CartNotice[]): CartNotice[] =>
  notices.filter((notice) => lines.some(({ id }) => id === notice.id) !== isRemoval(notice))

function reconcileEachLine(lines: CartLines, reconcile: (line: CartLine) => ReconciledLine): ReconciledCart {
  const reconciled = lines.map(reconcile)
  return {
    lines: reconciled.flatMap(({ line }) => (line ? [line] : [])),
    notices: reconciled.flatMap(({ notices }) => notices),
  }
}
