import { useRef, useState } from 'react'
import type { FeaturedOrder, FeaturedProduct } from '#features/catalogue/featured-order/featured-order.ts'
import { featuredOrderMessages as texts } from '#features/catalogue/featured-order/featured-order-messages.ts'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { MoveButtons } from '#kit/admin/list/move-buttons.tsx'
import { moveItem } from '#kit/admin/list/move-item.ts'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { markUnsaved } from '#kit/actions/unsaved-changes.ts'
import { Picture } from '#kit/display/picture.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import { Button } from '#kit/form/button.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { FEATURED_ORDER_PATH } from './featured-order-url.ts'

type FeaturedOrderFormProps = { featured: FeaturedOrder; result: ActionResult | undefined }

/** Saved as a whole. An answer shows the current order, unless the shop could not be reached. */
export function FeaturedOrderForm({ featured, result }: FeaturedOrderFormProps) {
  const { products, isMore, hasPlaces } = featured
  const form = useRef<HTMLFormElement>(null)
  const [order, setOrder] = useState(products)
  const [shown, setShown] = useState({ products, result })
  if (shown.products !== products || shown.result !== result) {
    setShown({ products, result })
    const isAnswered = shown.result !== result && (result?.kind === 'done' || result?.kind === 'refused')
    if (isAnswered || !hasSameProducts(order, products)) setOrder(products)
  }
  const change = (next: FeaturedProduct[], moved: FeaturedProduct) => {
    setOrder(next)
    markUnsaved(form.current)
    announce(texts.moved(moved.name, next.indexOf(moved) + 1, next.length))
  }
  return (
    <PostForm ref={form} action={FEATURED_ORDER_PATH} replace preventScrollReset className="grid gap-3">
      {products.map(({ id }) => (
        <input key={id} type="hidden" name="seen" value={id} />
      ))}
      {!hasPlaces && <p className="minor">{texts.isByName}</p>}
      <ol className="panel" aria-label={texts.list}>
        {order.map((product, index) => (
          <li
            key={product.id}
            className="grid grid-cols-[1.75rem_3rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-line px-3.5 py-2 not-first:border-t max-sm:grid-cols-[1.75rem_3rem_minmax(0,1fr)]"
          >
            <input type="hidden" name="product" value={product.id} />
            <span className="text-muted tabular-nums text-right">{index + 1}</span>
            <Picture picture={product.picture} alt="" slot={PICTURE_SLOTS.thumbnail} />
            <span className="wrap-anywhere *:block">
              <ShopLink to={productListPath({}, { kind: 'edit', id: product.id })} className="link">
                {product.name}
              </ShopLink>
              <span className="minor">
                {`${product.category_name}${!product.is_active ? ` · ${texts.inactive}` : ''}`}
              </span>
            </span>
            <span className="flex items-center gap-1 max-sm:col-start-3 max-sm:flex-row-reverse max-sm:justify-end">
              {index > 1 && (
                <Button
                  variant="quiet"
                  size="small"
                  className="needs-script"
                  aria-label={texts.toTop(product.name)}
                  onClick={() => change([product, ...order.filter((_, other) => other !== index)], product)}
                >
                  Top
                </Button>
              )}
              <MoveButtons
                isFirst={index === 0}
                isLast={index === order.length - 1}
                upLabel={texts.moveUp(product.name)}
                downLabel={texts.moveDown(product.name)}
                onMove={(step) => change(moveItem(order, index, step), product)}
              />
              <noscript>
                <label>
                  <span className="visually-hidden">{texts.place(product.name)}</span>
                  <input name="place" inputMode="numeric" defaultValue={index + 1} className="input w-20" />
                </label>
              </noscript>
            </span>
          </li>
        ))}
      </ol>
      {isMore && <p className="minor">{texts.more}</p>}
      <div className="flex flex-wrap gap-3">
        <SendButton intent="save" pendingLabel={texts.saving}>
          {texts.save}
        </SendButton>
        {hasPlaces && (
          <SendButton intent="by-name" variant="outline" pendingLabel={texts.saving}>
            {texts.byName}
          </SendButton>
        )}
      </div>
    </PostForm>
  )
}

function hasSameProducts(some: readonly FeaturedProduct[], others: readonly FeaturedProduct[]): boolean {
  const ids = new Set(others.map(({ id }) => id))
  return some.length === others.length && some.every(({ id }) => ids.has(id))
}
