import { useRef, useState } from 'react'
import { useFetchers, useSubmit } from 'react-router'
import type { AnyOrderRow } from '#features/orders/order.ts'
import { nextStatusAction, type OrderStatus } from '#features/orders/order-status.ts'
import {
  chosenOrdersFetcherKey,
  chosenValue,
  isChosenOrdersFetcherKey,
  type ChosenOrders,
  type ChosenOrdersResult,
} from '#features/orders/admin/actions/chosen-orders-result.ts'

type Tick = { id: string; isChosen: boolean; from: string | null }

/** With `from`, the previously ticked box, the change applies to all rows in between. */
export function tickOrders(
  chosenIds: readonly string[],
  rowIds: readonly string[],
  { id, isChosen, from }: Tick,
): string[] {
  const [start, end] = [rowIds.indexOf(from ?? id), rowIds.indexOf(id)]
  const ticked = start < 0 ? [id] : rowIds.slice(Math.min(start, end), Math.max(start, end) + 1)
  return [...chosenIds.filter((chosenId) => !ticked.includes(chosenId)), ...(isChosen ? ticked : [])]
}

/** Moved orders that have no next step, and so stay selected for none. */
export const withoutNextStep = ({ movedIds, status }: ChosenOrders): string[] =>
  nextStatusAction(status) ? [] : movedIds

const chosenAfter = (chosen: ChosenOrders | undefined): string[] => {
  if (!chosen) return []
  const done = withoutNextStep(chosen)
  return [...chosen.movedIds.filter((id) => !done.includes(id)), ...chosen.refused.map(({ id }) => id)]
}

/** The selected orders, and the submissions of their steps. `result` is that of a form without JavaScript. */
export function useChosenOrders(result: ChosenOrdersResult | undefined) {
  const submit = useSubmit()
  const [ids, setIds] = useState<readonly string[]>(() => chosenAfter(result?.chosen))
  const lastTicked = useRef<string>(null)
  /** The submission that last moved each order. */
  const [movers, setMovers] = useState<Readonly<Record<string, number>>>({})
  const [submissionCount, setSubmissionCount] = useState(0)
  const pending = useFetchers().filter(({ key, state }) => isChosenOrdersFetcherKey(key) && state !== 'idle')
  return {
    ids,
    setIds,
    /** `isRange`: includes all rows since the last box, as with Shift in other lists. */
    tick(rowIds: readonly string[], { id, isChosen, isRange }: Omit<Tick, 'from'> & { isRange: boolean }) {
      const from = isRange ? lastTicked.current : null
      lastTicked.current = id
      setIds((current) => tickOrders(current, rowIds, { id, isChosen, from }))
    },
    submissionCount,
    isMovedLater: (id: string, submission: number) => (movers[id] ?? 0) > submission,
    isPending: pending.length > 0,
    pendingValues: pending.flatMap(({ formData }) => [
      ...(formData?.getAll('chosen') ?? []),
      ...(formData?.getAll('ids') ?? []),
    ]),
    move(from: OrderStatus, orders: readonly AnyOrderRow[]) {
      const form = new FormData()
      form.set('move_chosen', from)
      for (const order of orders) form.append('chosen', chosenValue(order))
      setSubmissionCount(submissionCount + 1)
      // Rendered synchronously, so that a second key press finds the buttons pending.
      const fetcherKey = chosenOrdersFetcherKey(submissionCount)
      void submit(form, { method: 'post', navigate: false, fetcherKey, flushSync: true })
    },
    /** Orders stay selected for their next step, refused ones for inspection. */
    recordMoves(submission: number, chosen: ChosenOrders | undefined) {
      if (!chosen) return
      const done = withoutNextStep(chosen)
      setIds((current) => current.filter((id) => !done.includes(id)))
      setMovers((current) => ({
        ...current,
        ...Object.fromEntries(chosen.movedIds.map((id) => [id, submission])),
      }))
    },
  }
}

/** The last known status of orders that the list no longer contains. */
export function useLastStatuses() {
  const [statuses, setStatuses] = useState<Readonly<Record<string, OrderStatus>>>({})
  return {
    statuses,
    recordStatus: (id: string, status: OrderStatus) =>
      setStatuses((current) => ({ ...current, [id]: status })),
    recordResult: ({ chosen }: ChosenOrdersResult) => {
      if (!chosen) return
      const entries = [
        ...chosen.movedIds.map((id) => [id, chosen.status] as const),
        ...chosen.refused.flatMap(({ id, status }) => (status ? [[id, status] as const] : [])),
      ]
      setStatuses((current) => ({ ...current, ...Object.fromEntries(entries) }))
    },
  }
}
