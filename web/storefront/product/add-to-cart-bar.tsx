import { AddToCartBarButton } from '#web/cart/add-to-cart/product-page-add-to-cart.tsx'
import { Price } from '#web/ui/display/price.tsx'
import type { LabelledProduct } from './product-label.ts'
import { UnitPrice } from '#web/storefront/products/price-notes.tsx'

export function AddToCartBar({ product }: { product: LabelledProduct }) {
  const { name, price, unit_price } = product
  return (
    <div className="buy-bar">
      <p>
        <strong>{name}</strong>
        <Price pounds={price} className="mr-2 font-semibold" />
        <UnitPrice text={unit_price} />
      </p>
      <AddToCartBarButton product={product} />
    </div>
  )
}
