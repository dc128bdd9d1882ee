import { useSyncExternalStore } from 'react'
import { cartTotal } from '#features/cart/cart.ts'
import { deliveryMessages } from '#shop/delivery/delivery-messages.ts'
import type { DeliveryRates, DeliveryService } from '#shop/delivery/delivery-rates.ts'
import { messages } from '#shop/messages/messages.ts'
import { combineAllergenBits } from '#features/catalogue/labels/allergen-bits.ts'
import { formatPounds, lineSubtotal } from '#shop/money/money.ts'
import { AllergenMark } from '#features/catalogue/avoided-allergens/allergen-mark.tsx'
import { useCartRevalidation } from '#features/cart/revalidation/use-cart-revalidation.tsx'
import { openDrawer } from '#features/cart/store/cart-ui-state.tsx'
import { CartTotals, totalWithDelivery } from '#features/cart/totals/cart-totals.tsx'
import { ProductThumbnail } from '#features/cart/drawer/product-thumbnail.tsx'
import type { CartLineProduct } from '#features/cart/revalidation/cart-revalidation.tsx'
import { useCart } from '#features/cart/store/use-cart.tsx'
import { Button } from '#kit/form/button.tsx'
import { ChevronDownIcon } from '#kit/display/icons.tsx'
import { Price } from '#kit/display/price.tsx'

const WIDE_QUERY = '(width >= 64rem)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE_QUERY)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(WIDE_QUERY).matches,
    () => true,
  )
}

type SummaryProps = { rates: DeliveryRates | undefined; service: DeliveryService | undefined }

export function OrderSummary({ isCollapsed, ...delivery }: SummaryProps & { isCollapsed: boolean }) {
  const { lines } = useCart()
  const isWide = useIsWide()
  const total = totalWithDelivery(cartTotal(lines), delivery.rates, delivery.service)
  if (isCollapsed && !isWide) {
    return (
      <div className="rounded border border-line bg-cream">
        <details className="group peer">
          <summary className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 px-4 py-2">
            <span className="flex items-center gap-1.5">
              <span className="link">Order summary</span>
              <ChevronDownIcon className="group-open:rotate-180" />
            </span>
            <Price pounds={total} className="text-lg font-semibold" />
          </summary>
          <div className="border-t border-line px-4 py-4">
            <SummaryLines {...delivery} />
          </div>
        </details>
        <div className="px-4 peer-open:hidden">
          <OrderMark />
        </div>
      </div>
    )
  }
  return (
    <section
      aria-labelledby="order-summary"
      className="rounded border border-line bg-cream p-5 lg:sticky lg:top-24"
    >
      <h2 id="order-summary" className="text-xl">
        Order summary
      </h2>
      <div className="mt-4">
        <SummaryLines {...delivery} />
      </div>
    </section>
  )
}

function SummaryLines({ rates, service = 'standard' }: SummaryProps) {
  const { lines } = useCart()
  const { state, products } = useCartRevalidation()
  return (
    <>
      <ul className="grid gap-3">
        {lines.map(({ id, name, image_url, price, quantity }) => (
          <li key={id} className="@container">
            <div className="grid grid-cols-1 items-start gap-3 @min-[13rem]:grid-cols-[3.5rem_minmax(0,1fr)_auto]">
              <ProductThumbnail imageUrl={image_url} className="w-14" />
              <div className="min-w-0">
                <p>
                  <span>{name}</span>
                  <span className="block text-sm text-muted">{`${quantity} × ${formatPounds(price)}`}</span>
                </p>
                <LineMark product={products.get(id)} isReadFailed={state === 'failed'} />
              </div>
              <Price pounds={lineSubtotal(price, quantity)} className="font-semibold tabular-nums" />
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-4 grid gap-2 border-t border-line pt-4">
        <CartTotals itemsTotal={cartTotal(lines)} rates={rates} service={service} />
      </div>
      <p className="text-sm text-muted">{rates ? deliveryMessages.allYouPay : messages.totalIsFinal}</p>
      <Button variant="quiet" size="small" className="mt-1 -ml-4" onClick={openDrawer}>
        Change your cart
      </Button>
    </>
  )
}

/** The marks of the lines while they are collapsed. */
function OrderMark() {
  const { state, products } = useCartRevalidation()
  const { lines } = useCart()
  const labels = lines.map(({ id }) => products.get(id)?.allergens)
  const isKnown = labels.every((label) => label !== undefined)
  if (!isKnown && state !== 'failed') return null
  return <AllergenMark allergens={isKnown ? combineAllergenBits(labels) : undefined} />
}

type LineMarkProps = { product: CartLineProduct | undefined; isReadFailed: boolean }
/** Uses the current label, which may be newer than the page from which the product was added. */
const LineMark = ({ product, isReadFailed }: LineMarkProps) =>
  (product || isReadFailed) && <AllergenMark allergens={product?.allergens} />
