import { enterLineQuantity } from '#shop/cart/cart-line-messages.ts'
import { mostOfOne } from '#shop/cart/cart-messages.ts'
import { unitPrice } from '#shop/catalogue/labels/unit-price.ts'
import { formatPounds, lineSubtotal } from '#shop/money/money.ts'
import { itemCount, mostOfLine, type CartLine } from '#shop/cart/cart.ts'
import { Price } from '#web/ui/display/price.tsx'
import { QuantityPicker } from '#web/ui/form/quantity-picker.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { changeQuantity, removeFromCart } from '#web/cart/store/change-cart-line.ts'
import { closeDrawer } from '#web/cart/store/cart-ui-state.ts'
import type { LineFact } from '#web/cart/revalidation/cart-revalidation.ts'
import { LinePicture } from './product-thumbnail.tsx'
import { useCart } from '#web/cart/store/use-cart.ts'

const NO_BREAK_SPACE = '\u00a0'

/** One line of the drawer: 0 removes it, by minus or typed (§2, §4), plus stops at the stock (D15). */
export function CartLineRow({ line, fact }: { line: CartLine; fact: LineFact | undefined }) {
  const { name, price, quantity, image_url } = line
  const { lines } = useCart()
  const most = mostOfLine(lines, line.id, fact?.stock)
  const facts = [fact?.net_weight, `${formatPounds(price)} each`, fact && unitPrice(price, fact.net_weight)]
    // A narrow drawer breaks the line between two facts and never inside one.
    .flatMap((text) => text?.replaceAll(' ', NO_BREAK_SPACE) ?? [])
  return (
    <li className="@container py-4 first:pt-0">
      {/* With letters so large that the name would be squeezed, it stands under the picture. */}
      <div className="grid grid-cols-1 gap-3 @min-[14rem]:grid-cols-[auto_minmax(0,1fr)] sm:gap-4">
        <LinePicture imageUrl={image_url} className="w-14 sm:w-20" />
        <div className="grid min-w-0 grid-cols-1 gap-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <p className="min-w-0 flex-1 basis-24 font-semibold">
              {fact ? (
                <ShopLink to={`/products/${fact.slug}`} className="hover:underline" onClick={closeDrawer}>
                  {name}
                </ShopLink>
              ) : (
                name
              )}
            </p>
            <Price pounds={lineSubtotal(price, quantity)} className="font-semibold tabular-nums" />
          </div>
          <p className="text-sm text-muted">{facts.join(' · ')}</p>
          <div className="quantity-row mt-1 flex flex-wrap items-start justify-between gap-x-1 gap-y-1">
            <QuantityPicker
              label={`Quantity of ${name}`}
              value={quantity}
              onChange={(wanted) => changeQuantity(line, wanted, fact?.stock)}
              min={0}
              max={most}
              maxMessage={mostOfOne(fact?.stock, 0, itemCount(lines))}
              faultMessage={enterLineQuantity(most, quantity)}
              decreaseLabel={quantity === 1 ? `Decrease quantity of ${name} to 0, which removes it` : `Decrease quantity of ${name}`}
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
