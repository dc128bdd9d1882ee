import { cartLimits } from '#shop/cart-limits.ts'
import * as sentences from './buy-again-messages.ts'
import { cartFullMessage } from './cart-messages.ts'
import { addLine, itemCount, quantityInCart, type CartLines } from './cart.ts'
import type { CurrentCartProduct } from './reconcile-cart.ts'

/** The item as sold; the price is in pounds. */
export type OrderedItem = {
  product_id: string
  product_name: string
  net_weight: string | null
  price: number
  quantity: number
}
export type BuyAgainProduct = CurrentCartProduct & { net_weight: string | null }

/** In units. A difference is a sentence about an item that could not be added exactly as ordered. */
export type BuyAgainResult = {
  lines: CartLines
  ordered: number
  added: number
  differences: { id: string; sentence: string }[]
}

/** Adds the items of an order at today's prices, within stock and limits. Takes current data of all its products. */
export function buyAgain(
  cart: CartLines,
  items: readonly OrderedItem[],
  products: readonly BuyAgainProduct[],
): BuyAgainResult {
  const productById = new Map(products.map((product) => [product.id, product]))
  const result: BuyAgainResult = { lines: cart, ordered: 0, added: 0, differences: [] }
  for (const item of items) {
    const before = result.lines
    const product = productById.get(item.product_id)
    if (product && product.stock > 0) {
      const { id, name, image_url, price, stock } = product
      result.lines = addLine(before, { id, name, image_url, price, quantity: item.quantity }, stock)
    }
    const added = itemCount(result.lines) - itemCount(before)
    result.ordered += item.quantity
    result.added += added
    for (const sentence of differencesOf(item, product, added, before))
      result.differences.push({ id: item.product_id, sentence })
  }
  return result
}

function differencesOf(
  item: OrderedItem,
  product: BuyAgainProduct | undefined,
  added: number,
  before: CartLines,
): string[] {
  if (!product) return [sentences.notSoldAnyMore(item.product_name)]
  const { name, price, net_weight } = product
  const found = name === item.product_name ? [] : [sentences.renamed(item.product_name, name)]
  if (product.stock < 1) return [...found, sentences.soldOutNow(name)]
  if (added < item.quantity)
    found.push(sentences.fewerAdded(name, added, item.quantity, reasonForFewer(product, before)))
  if (net_weight !== item.net_weight && net_weight !== null)
    found.push(sentences.otherWeight(name, item.net_weight, net_weight))
  if (price !== item.price) found.push(sentences.otherPrice(name, item.price, price))
  return found
}

function reasonForFewer({ id, stock }: BuyAgainProduct, before: CartLines): string {
  const { max_quantity_per_product, max_products_per_order, max_quantity_per_order } = cartLimits()
  const inCart = quantityInCart(before, id)
  if (inCart === 0 && before.length >= max_products_per_order) return cartFullMessage()
  const left = Math.min(stock, max_quantity_per_product) - inCart
  if (max_quantity_per_order - itemCount(before) < left) return sentences.orderHolds(max_quantity_per_order)
  return stock < max_quantity_per_product
    ? sentences.onlySoManyLeft(stock, inCart)
    : sentences.limitedTo(max_quantity_per_product, inCart)
}
