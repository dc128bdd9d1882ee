import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { FormOwner } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { CloseIcon } from '#web/ui/display/icons.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { AnyAnswer } from '#web/admin/product-form/catalogue-action-result.ts'

const DONE_SHOWN_MILLISECONDS = 6_000
const SHOWN_AT_ONCE = 4

/** The same fetcher for a row and for the message about it, so that the message outlives the row. */
export const switchKeyOf = (productId: string) => `switch-${productId}`

type ProductOutcomesProps = {
  productIds: readonly string[]
  /** The products in view: their rows say themselves what was refused. */
  inView: readonly string[]
}

/** What became of the switches that were pressed in this visit to the list, newest last. */
export function ProductOutcomes({ productIds, inView }: ProductOutcomesProps) {
  return (
    <div className="outcomes" aria-live="polite">
      {productIds.slice(-SHOWN_AT_ONCE).map((id) => (
        <Outcome key={id} productId={id} isInView={inView.includes(id)} />
      ))}
    </div>
  )
}

function Outcome({ productId, isInView }: { productId: string; isInView: boolean }) {
  const { data, state } = useFetcher<AnyAnswer>({ key: switchKeyOf(productId) })
  const [closed, setClosed] = useState<AnyAnswer>()
  const isDone = data?.kind === 'done'
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setClosed(data), DONE_SHOWN_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [isDone, data])
  if (!data || data === closed || state === 'submitting' || (isInView && !isDone)) return null
  return (
    <div className="outcome" data-tone={isDone ? undefined : 'error'} role={isDone ? undefined : 'alert'}>
      <div>
        <SwitchWords answer={data} />
        {data.toConfirm && <SwitchAllTheSame productId={productId} />}
      </div>
      <button type="button" className="button button-quiet button-icon" aria-label="Dismiss" onClick={() => setClosed(data)}>
        <CloseIcon />
      </button>
    </div>
  )
}

export const SwitchWords = ({ answer: { product, message } }: { answer: AnyAnswer }) => (
  <p>
    {product && <strong>{product.name}</strong>} {message}
  </p>
)

/** A product that does not say what is in it goes on sale only when its owner means it. */
export function SwitchAllTheSame({ productId, onSubmit }: { productId: string; onSubmit?: () => void }) {
  const fetcher = useFetcher<AnyAnswer>({ key: switchKeyOf(productId) })
  return (
    <fetcher.Form method="post" preventScrollReset className="mt-2" onSubmit={onSubmit}>
      <FormOwner />
      <input type="hidden" name="intent" value="switch" />
      <input type="hidden" name="product_id" value={productId} />
      <input type="hidden" name="is_active" value="on" />
      <input type="hidden" name="confirmed" value="on" />
      <Button type="submit" size="small" variant="outline">
        Make active all the same
      </Button>
    </fetcher.Form>
  )
}

/** The answer to a switch that was pressed before scripts ran: it stands above the table. */
export function SwitchNotice({ answer }: { answer: AnyAnswer }) {
  return (
    <Notice tone={answer.kind === 'done' ? 'success' : 'error'} className="mb-3">
      <SwitchWords answer={answer} />
      {answer.toConfirm && answer.product && <SwitchAllTheSame productId={answer.product.id} />}
    </Notice>
  )
}
