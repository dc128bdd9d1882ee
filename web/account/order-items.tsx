import type { OrderItem } from '#shop/orders/order.ts'
import { formatPounds } from '#shop/money.ts'
import { PICTURE_SIZES } from '#shop/media/picture-key.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { ShopLink } from '#web/ui/shop-link.tsx'

/** What was sold, as it was called and priced that day; the advice on allergens stays with it (§3). */
export function OrderItems({ items }: { items: readonly OrderItem[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.id} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-start gap-x-4 py-4">
          <Picture picture={item.picture} alt="" sizes={PICTURE_SIZES.thumbnail} className="size-16" />
          <div className="min-w-0">
            <p className="font-semibold">
              {item.slug ? (
                <ShopLink to={`/products/${item.slug}`} className="hover:underline">
                  {item.product_name}
                </ShopLink>
              ) : (
                item.product_name
              )}
            </p>
            <p className="text-sm text-muted">
              {item.net_weight && `${item.net_weight} · `}
              {item.quantity} × {formatPounds(item.price)}
            </p>
            {item.allergy_advice && <p className="mt-1 text-sm">{item.allergy_advice}</p>}
          </div>
          <Price pounds={item.subtotal} className="font-semibold tabular-nums" />
        </li>
      ))}
    </ul>
  )
}
