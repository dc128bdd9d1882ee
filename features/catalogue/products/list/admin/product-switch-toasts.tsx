import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { DismissButton } from '#kit/admin/screen/dismiss-button.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'

const SUCCESS_TOAST_MS = 6_000
const MAX_TOASTS = 4

/** Shared by row and toast, so that the toast outlives the row. */
export const switchFetcherKey = (productId: string) => `switch-${productId}`

type ProductSwitchToastsProps = { productIds: readonly string[]; visibleIds: readonly string[] }

export function ProductSwitchToasts({ productIds, visibleIds }: ProductSwitchToastsProps) {
  return (
    <div className="outcomes" aria-live="polite">
      {productIds.slice(-MAX_TOASTS).map((id) => (
        <ProductSwitchToast key={id} productId={id} isInView={visibleIds.includes(id)} />
      ))}
    </div>
  )
}

function ProductSwitchToast({ productId, isInView }: { productId: string; isInView: boolean }) {
  const { data, state } = useFetcher<CatalogueActionResult>({ key: switchFetcherKey(productId) })
  const [dismissed, setDismissed] = useState<CatalogueActionResult>()
  const isDone = data?.kind === 'done'
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDismissed(data), SUCCESS_TOAST_MS)
    return () => clearTimeout(timer)
  }, [isDone, data])
  if (!data || data === dismissed || state === 'submitting' || (isInView && !isDone)) return null
  return (
    <div className="outcome" data-tone={isDone ? undefined : 'error'} role={isDone ? undefined : 'alert'}>
      <div>
        <SwitchMessage actionResult={data} />
        {data.toConfirm && <ConfirmSwitchForm productId={productId} />}
      </div>
      <DismissButton onClick={() => setDismissed(data)} />
    </div>
  )
}

export const SwitchMessage = ({
  actionResult: { product, message },
}: {
  actionResult: CatalogueActionResult
}) => (
  <p>
    {product && <strong>{product.name}</strong>} <span>{message}</span>
  </p>
)

export function ConfirmSwitchForm({ productId, onSubmit }: { productId: string; onSubmit?: () => void }) {
  const fetcher = useFetcher<CatalogueActionResult>({ key: switchFetcherKey(productId) })
  return (
    <PostForm by={fetcher.Form} preventScrollReset className="mt-2" onSubmit={onSubmit}>
      <input type="hidden" name="intent" value="switch" />
      <input type="hidden" name="product_id" value={productId} />
      <input type="hidden" name="is_active" value="on" />
      <input type="hidden" name="confirmed" value="on" />
      <Button type="submit" size="small" variant="outline">
        Make active all the same
      </Button>
    </PostForm>
  )
}

/** Action result above the table, for forms sent without JavaScript. */
export function SwitchNotice({ actionResult }: { actionResult: CatalogueActionResult }) {
  return (
    <Notice tone={actionResult.kind === 'done' ? 'success' : 'error'} className="mb-3">
      <SwitchMessage actionResult={actionResult} />
      {actionResult.toConfirm && actionResult.product && (
        <ConfirmSwitchForm productId={actionResult.product.id} />
      )}
    </Notice>
  )
}
