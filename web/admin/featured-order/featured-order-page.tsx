import { useLoaderData } from 'react-router'
import { featuredOrderMessages } from '#shop/catalogue/featured-order/featured-order-messages.ts'
import { PRODUCTS_PATH } from '#web/admin/products/product-list-url.ts'
import { adminHead } from '#web/admin/layout/admin-head.ts'
import { useActionResult } from '#web/forms/action-result.ts'
import { ChevronLeftIcon } from '#web/ui/display/icons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { FeaturedOrderForm } from './featured-order-form.tsx'
import type { action, loader } from './featured-order-page.server.ts'

export const head = adminHead(featuredOrderMessages.title)

export const failureMessage = () => featuredOrderMessages.failed

export default function FeaturedOrderPage() {
  const { featured } = useLoaderData<typeof loader>()
  const result = useActionResult<typeof action>()
  return (
    <>
      <div className="screen-head">
        <ShopLink to={PRODUCTS_PATH} className="back-link">
          <ChevronLeftIcon /> {featuredOrderMessages.back}
        </ShopLink>
      </div>
      <div className="screen-head">
        <h1>{featuredOrderMessages.title}</h1>
        <p>{featuredOrderMessages.lead}</p>
      </div>
      {result?.message && (
        <Notice {...(result.kind !== 'done' && { tone: 'error' })} className="mb-3">
          {result.message}
        </Notice>
      )}
      {!featured && <Notice tone="error">{featuredOrderMessages.notLoaded}</Notice>}
      {featured?.products.length === 0 && (
        <EmptyState title={featuredOrderMessages.list}>{featuredOrderMessages.none}</EmptyState>
      )}
      {featured && featured.products.length > 0 && <FeaturedOrderForm featured={featured} result={result} />}
    </>
  )
}
