import { useState } from 'react'
import { useFetchers, useSubmit } from 'react-router'
import type { AnyOrderRow } from '#shop/orders/order.ts'
import type { OrderStatus } from '#shop/orders/order-status.ts'
import {
  chosenOrdersFetcherKey,
  chosenValue,
  isChosenOrdersFetcherKey,
  type ChosenOrdersResult,
} from '#web/admin/order-actions/chosen-orders-result.ts'

/** The ticked orders, and the submissions of their steps. `result` is that of a form without JavaScript. */
export function useChosenOrders(result: ChosenOrdersResult | undefined) {
  const submit = useSubmit()
  const [ids, setIds] = useState<readonly string[]>(() => result?.chosen?.refused.map(({ id }) => id) ?? [])
  const [submissionCount, setSubmissionCount] = useState(0)
  const pending = useFetchers().filter(({ key, state }) => isChosenOrdersFetcherKey(key) && state !== 'idle')
  return {
    ids,
    setIds,
    submissionCount,
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
    /** Those that moved are unticked; refused ones stay. */
    untick: (movedIds: readonly string[]) =>
      setIds((current) => current.filter((id) => !movedIds.includes(id))),
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
