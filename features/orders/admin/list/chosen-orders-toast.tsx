import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { bulkMoveMessages } from '#features/orders/bulk-moves/bulk-move-messages.ts'
import { shortId } from '#features/orders/order.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import { UNDO_SECONDS } from '#features/orders/undo-window.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { DismissButton } from '#kit/admin/screen/dismiss-button.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import {
  chosenOrdersFetcherKey,
  type ChosenOrdersResult,
} from '#features/orders/admin/actions/chosen-orders-result.ts'
import { UndoButton, useIsWithinTime } from '#features/orders/admin/actions/undo-button.tsx'
import { ORDERS_PATH } from './order-list-url.ts'

type ChosenOrdersToastProps = {
  submission: number
  isLatest: boolean
  /** Whether a later step has moved the order on. */
  isMovedLater: (orderId: string) => boolean
  onResult: (result: ChosenOrdersResult) => void
  onUndo: (orderIds: readonly string[]) => void
}

/** Shown while it can be undone and until later steps have moved all its orders; with refused orders, until it is dismissed. */
export function ChosenOrdersToast({
  submission,
  isLatest,
  isMovedLater,
  onResult,
  onUndo,
}: ChosenOrdersToastProps) {
  const fetcher = useFetcher<ChosenOrdersResult>({ key: chosenOrdersFetcherKey(submission) })
  const { data, state } = fetcher
  const [dismissed, setDismissed] = useState<ChosenOrdersResult>()
  const notifyResult = useEffectEvent(onResult)
  // A layout effect, so that no row is painted with its previous status.
  useLayoutEffect(() => {
    if (data) notifyResult(data)
  }, [data])
  const refusedCount = data?.chosen?.refused.length ?? 0
  const undoableIds = data?.chosen?.movedIds.filter((id) => !isMovedLater(id)) ?? []
  const isBrief = data?.kind === 'done' && refusedCount === 0
  const canUndo =
    useIsWithinTime(data?.is_undoable && data, UNDO_SECONDS) && state === 'idle' && undoableIds.length > 0
  const isReplaced = isBrief && data.chosen !== undefined && undoableIds.length === 0
  useEffect(() => {
    if (!isBrief) return
    const timer = setTimeout(() => setDismissed(data), UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [isBrief, data])
  if (!data || data === dismissed || isReplaced || state === 'submitting') return null
  return (
    <div className="outcome" data-tone={isBrief ? undefined : 'error'}>
      <div>
        <ChosenOrdersMessage result={data} />
        {canUndo && data.chosen && (
          <PostForm by={fetcher.Form} onSubmit={() => onUndo(undoableIds)}>
            <UndoFields ids={undoableIds} status={data.chosen.status} hasShortcut={isLatest} />
          </PostForm>
        )}
      </div>
      <DismissButton onClick={() => setDismissed(data)} />
    </div>
  )
}

/** The result of a form without JavaScript. */
export function ChosenOrdersNotice({ result }: { result: ChosenOrdersResult }) {
  const hasRefused = (result.chosen?.refused.length ?? 0) > 0
  const tone = result.kind === 'done' ? (hasRefused ? 'warning' : 'success') : 'error'
  return (
    <Notice tone={tone} className="mb-3">
      <ChosenOrdersMessage result={result} />
      {result.is_undoable && result.chosen && (
        <PostForm>
          <UndoFields ids={result.chosen.movedIds} status={result.chosen.status} hasShortcut />
        </PostForm>
      )}
    </Notice>
  )
}

type UndoFieldsProps = { ids: readonly string[]; status: OrderStatus; hasShortcut: boolean }

function UndoFields({ ids, status, hasShortcut }: UndoFieldsProps) {
  return (
    <>
      <input type="hidden" name="expected_status" value={status} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <UndoButton intent="undo-chosen" hasShortcut={hasShortcut} />
    </>
  )
}

function ChosenOrdersMessage({ result: { message, chosen } }: { result: ChosenOrdersResult }) {
  return (
    <>
      <p>{message}</p>
      {chosen && chosen.refused.length > 0 && (
        <>
          <p>{bulkMoveMessages.stay(chosen.refused.length)}</p>
          <ul className="refused-orders">
            {chosen.refused.map(({ id, message: why }) => (
              <li key={id}>
                <ShopLink to={`${ORDERS_PATH}/${id}`} className="link order-id">
                  {shortId(id)}
                </ShopLink>{' '}
                <span>{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
