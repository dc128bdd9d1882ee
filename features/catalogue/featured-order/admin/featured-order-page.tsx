import { useLoaderData } from 'react-router'
import { featuredOrderMessages } from '#features/catalogue/featured-order/featured-order-messages.ts'
import { PRODUCTS_LINK } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useActionResult } from '#kit/actions/action-result.ts'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { FeaturedOrderForm } from './featured-order-form.tsx'
import type { action, loader } from './featured-order-page.server.ts'

export const head = adminHead(featuredOrderMessages.title)

export const failureMessage = () => featuredOrderMessages.failed

export default function FeaturedOrderPage() {
  const { featured } = useLoaderData<typeof loader>()
  const result = useActionResult<typeof action>()
  return (
    <>
      <ScreenHead
        back={PRODUCTS_LINK}
        title={featuredOrderMessages.title}
        lead={featuredOrderMessages.lead}
      />
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
