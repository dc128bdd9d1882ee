import type { OrderItem } from '#features/orders/order.ts'
import { formatPounds } from '#shop/money/money.ts'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { Picture } from '#kit/display/picture.tsx'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

export function OrderItems({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.id} className="order-item">
          <Picture picture={item.picture} alt="" slot={PICTURE_SLOTS.thumbnail} />
          <div className="min-w-0">
            <ItemName item={item} />
            <p className="text-sm text-muted">
              {`${item.net_weight ? `${item.net_weight} · ` : ''}${item.quantity} × ${formatPounds(item.price)}`}
            </p>
          </div>
          <Price pounds={item.subtotal} className="font-semibold tabular-nums" />
          {item.allergy_advice && <p className="order-item-advice">{item.allergy_advice}</p>}
        </li>
      ))}
    </ul>
  )
}

export function ItemName({ item: { slug, product_name } }: { item: OrderItem }) {
  return (
    <p className="font-semibold">
      {slug ? (
        <ShopLink to={`/products/${slug}`} className="hover:underline">
          {product_name}
        </ShopLink>
      ) : (
        product_name
      )}
    </p>
  )
}
