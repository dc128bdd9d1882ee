import { AddToCartBarButton } from '#features/cart/add-to-cart/product-page-add-to-cart.tsx'
import { Price } from '#kit/display/price.tsx'
import type { LabelledProduct } from './product-label.ts'
import { UnitPrice } from '#features/catalogue/product-list/price-notes.tsx'

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
