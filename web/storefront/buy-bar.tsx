import type { ProductDetail } from '#shop/catalogue/product.ts'
import { AddToCart } from '#web/cart/add-to-cart.tsx'
import { Price } from '#web/ui/price.tsx'
import { UnitPrice } from './unit-price.tsx'

/** On a phone: price and button within the thumb's reach once those of the page have scrolled away; the sheet shows it then. */
export function BuyBar({ product }: { product: ProductDetail }) {
  const { name, price, net_weight } = product
  return (
    <div className="buy-bar">
      <p>
        <strong>{name}</strong>
        <Price pounds={price} className="mr-2 font-semibold" />
        <UnitPrice price={price} net_weight={net_weight} />
      </p>
      <AddToCart product={product} place="bar" />
    </div>
  )
}
