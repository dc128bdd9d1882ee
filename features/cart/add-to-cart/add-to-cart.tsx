import { addLine, quantityInCart } from '#features/cart/cart.ts'
import { isStockSufficient } from '#features/stock/displayed-stock.ts'
import type { PurchasableProduct } from './purchasable-product.ts'
import { lazyCartPanel } from '#features/cart/drawer/lazy-cart-panel.tsx'
import { getStock } from './known-stock.tsx'
import { secondTapGuard } from '#features/cart/store/second-tap.tsx'
import { cart } from '#features/cart/store/use-cart.tsx'

/** Longer than the stock request. */
const STOCK_WAIT_MS = 4_000

export async function addToCart(
  product: PurchasableProduct,
  requestedQuantity: number,
  { showsQuantityInline = false, wasMoreWanted = false } = {},
): Promise<number> {
  const { id, name, price, picture } = product
  let quantity = 0
  const isStep = showsQuantityInline && quantityInCart(cart.getSnapshot().lines, id) > 0
  const add = () => {
    cart.change((lines) => {
      const nextLines = addLine(
        lines,
        { id, name, image_url: picture?.image_url ?? null, price, quantity: requestedQuantity },
        getStock(product),
      )
      quantity = quantityInCart(nextLines, id) - quantityInCart(lines, id)
      return nextLines
    })
    if (!isStep) secondTapGuard.hold()
  }
  const hasEnoughStock = isStockSufficient(
    quantityInCart(cart.getSnapshot().lines, id) + requestedQuantity,
    product.stock,
  )
  if (hasEnoughStock) add()
  else if (!isStep) secondTapGuard.hold(STOCK_WAIT_MS)
  const contents = await lazyCartPanel.load().catch(() => undefined)
  if (!hasEnoughStock) {
    await contents?.refreshStock(product)
    add()
  }
  const isReduced = wasMoreWanted || quantity < requestedQuantity
  contents?.announceAdded(product, quantity, { showsQuantityInline, isReduced })
  return quantity
}
