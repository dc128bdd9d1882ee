import { enterLineQuantity, lineAtLimitMessage } from '#features/cart/cart-line-messages.ts'
import { quantityLimitMessage } from '#features/cart/cart-messages.ts'
import { unitPrice } from '#features/catalogue/labels/unit-price.ts'
import { formatPounds, lineSubtotal } from '#shop/money/money.ts'
import { itemCount, maxLineQuantity, type CartLine } from '#features/cart/cart.ts'
import { Price } from '#kit/display/price.tsx'
import { QuantityPicker } from '#kit/form/quantity-picker.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { AllergenMark } from '#features/catalogue/avoided-allergens/allergen-mark.tsx'
import { changeQuantity, removeFromCart } from '#features/cart/store/change-cart-line.tsx'
import { closeDrawer } from '#features/cart/store/cart-ui-state.tsx'
import type { CartLineProduct } from '#features/cart/revalidation/cart-revalidation.tsx'
import { ProductThumbnail } from './product-thumbnail.tsx'
import { useCart } from '#features/cart/store/use-cart.tsx'

const NO_BREAK_SPACE = '\u00a0'

type CartLineRowProps = { line: CartLine; product: CartLineProduct | undefined; isReadFailed: boolean }

export function CartLineRow({ line, product, isReadFailed }: CartLineRowProps) {
  const { name, price, quantity, image_url } = line
  const { lines } = useCart()
  const maxQuantity = maxLineQuantity(lines, line.id, product?.stock)
  const limitMessage = quantityLimitMessage(product?.stock, 0, itemCount(lines))
  const details = [
    product?.net_weight,
    `${formatPounds(price)} each`,
    product && unitPrice(price, product.net_weight),
  ].flatMap((detail) => detail?.replaceAll(' ', NO_BREAK_SPACE) ?? [])
  return (
    <li className="@container py-4 first:pt-0">
      <div className="grid grid-cols-1 gap-3 @min-[14rem]:grid-cols-[auto_minmax(0,1fr)] sm:gap-4">
        <ProductThumbnail imageUrl={image_url} className="w-14 sm:w-20" />
        <div className="grid min-w-0 grid-cols-1 gap-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p className="min-w-0 flex-1 basis-24 font-semibold">
              {product ? (
                <ShopLink to={`/products/${product.slug}`} className="hover:underline" onClick={closeDrawer}>
                  {name}
                </ShopLink>
              ) : (
                name
              )}
            </p>
            <Price pounds={lineSubtotal(price, quantity)} className="font-semibold tabular-nums" />
          </div>
          <p className="text-sm text-muted">{details.join(' · ')}</p>
          {(product || isReadFailed) && <AllergenMark allergens={product?.allergens} />}
          <div className="quantity-row mt-1 flex flex-wrap items-start justify-between gap-x-1 gap-y-1">
            <QuantityPicker
              label={`Quantity of ${name}`}
              value={quantity}
              onChange={(nextQuantity) => changeQuantity(line, nextQuantity, product?.stock)}
              min={0}
              max={maxQuantity}
              maxMessage={limitMessage}
              exceededMessage={lineAtLimitMessage(quantity, limitMessage)}
              invalidMessage={enterLineQuantity(maxQuantity, quantity)}
              decreaseLabel={
                quantity === 1
                  ? `Decrease quantity of ${name} to 0, which removes it`
                  : `Decrease quantity of ${name}`
              }
              increaseLabel={`Increase quantity of ${name}`}
            />
            <button
              type="button"
              className="button button-quiet button-small -mr-2 px-2"
              aria-label={`Remove ${name}`}
              onClick={() => removeFromCart(line)}
            >
              Remove
            </button>
          </div>
        </div>
      </div>
    </li>
  )
}
