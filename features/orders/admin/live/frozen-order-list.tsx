import { useEffect, useState } from 'react'
import { dispatchOrder, type DispatchedOrder } from '#features/orders/dispatch/dispatch-countdown.ts'
import { DOUBLE_PRESS_GUARD_MS } from '#kit/admin/screen/guarded-button.tsx'
import { useListInteraction } from '#kit/admin/live/list-interaction.ts'

type Row = { id: string } & DispatchedOrder
type FrozenOrders<Order> = { rows: readonly Order[]; newOrderCount: number; removedIds: readonly string[] }

function isLater(one: Row, other: Row, timeOf: (row: Row) => number): boolean {
  const difference = timeOf(one) - timeOf(other)
  return difference > 0 || (difference === 0 && one.id < other.id)
}

const placedAt = ({ created_at }: Row) => Date.parse(created_at)

/** During interaction all rows keep their position, so that no other row moves under the next click; otherwise only handled rows do. */
export function mergeFrozenOrders<Order extends Row>(
  shown: readonly Order[],
  current: readonly Order[],
  {
    isInteracting,
    handled,
    isOldestFirst = false,
  }: { isInteracting: boolean; handled: readonly string[]; isOldestFirst?: boolean },
): FrozenOrders<Order> {
  const isListedAbove = (one: Row, other: Row) =>
    isOldestFirst ? isLater(other, one, dispatchOrder) : isLater(one, other, placedAt)
  const currentById = new Map(current.map((order) => [order.id, order]))
  const keptOrders = shown.flatMap(
    (order) => currentById.get(order.id) ?? (isInteracting || handled.includes(order.id) ? [order] : []),
  )
  const removedOrders = keptOrders.filter(({ id }) => !currentById.has(id))
  const removedIds = removedOrders.map(({ id }) => id)
  if (!isInteracting) {
    const rows = removedOrders.reduce<Order[]>(
      (placed, order) => {
        const below = placed.findIndex((other) => isListedAbove(order, other))
        const position = below < 0 ? placed.length : below
        return [...placed.slice(0, position), order, ...placed.slice(position)]
      },
      [...current],
    )
    return { rows, newOrderCount: 0, removedIds }
  }
  const known = new Set(keptOrders.map(({ id }) => id))
  const added = current.filter(({ id }) => !known.has(id))
  const last = keptOrders.at(-1)
  const below = last ? added.filter((order) => isListedAbove(last, order)) : added
  return { rows: [...keptOrders, ...below], newOrderCount: added.length - below.length, removedIds }
}

const startsWithSameRows = (before: readonly Row[], after: readonly Row[]) =>
  before.every(({ id }, index) => after[index]?.id === id)

type FrozenListOptions = { view: string; chosenIds: readonly string[]; isOldestFirst: boolean }

/** Handled orders stay until `view`, the list's URL, changes or the list is unfrozen; selected ones stay while selected. */
export function useFrozenOrderList<Order extends Row>(
  orders: readonly Order[],
  { view, chosenIds, isOldestFirst }: FrozenListOptions,
) {
  const { isInteracting, resetInteraction, containerProps } = useListInteraction()
  const [handled, setHandled] = useState<{ view: string; ids: readonly string[] }>({ view, ids: [] })
  const handledIds = handled.view === view ? handled.ids : []
  const ids = [...handledIds, ...chosenIds]
  const [shownState, setShownState] = useState({
    view,
    orders,
    rows: orders,
    newOrderCount: 0,
    removedIds: [] as readonly string[],
    moveCount: 0,
  })
  const [settledMoveCount, setSettledMoveCount] = useState(0)
  const hasPendingChanges =
    shownState.newOrderCount > 0 || shownState.removedIds.some((id) => !ids.includes(id))
  if (shownState.orders !== orders || shownState.view !== view || (hasPendingChanges && !isInteracting)) {
    const next =
      shownState.view === view
        ? mergeFrozenOrders(shownState.rows, orders, { isInteracting, handled: ids, isOldestFirst })
        : { rows: orders, newOrderCount: 0, removedIds: [] }
    const moveCount =
      shownState.view === view && !startsWithSameRows(shownState.rows, next.rows)
        ? shownState.moveCount + 1
        : shownState.moveCount
    setShownState({ view, orders, ...next, moveCount })
  }
  useEffect(() => {
    const timer = setTimeout(() => setSettledMoveCount(shownState.moveCount), DOUBLE_PRESS_GUARD_MS)
    return () => clearTimeout(timer)
  }, [shownState.moveCount])
  return {
    rows: shownState.rows,
    newOrderCount: shownState.newOrderCount,
    removedIds: shownState.removedIds,
    /** True for 1.5 s after rows moved: clicks are ignored because they may hit another row. */
    hasJustMoved: shownState.moveCount !== settledMoveCount,
    /** Call on an action on orders; their rows then stay. */
    markHandled: (...orderIds: readonly string[]) =>
      setHandled({ view, ids: [...handledIds.filter((id) => !orderIds.includes(id)), ...orderIds] }),
    unfreeze: () => {
      setHandled({ view, ids: [] })
      setShownState({
        view,
        orders,
        rows: orders,
        newOrderCount: 0,
        removedIds: [],
        moveCount: shownState.moveCount + 1,
      })
      resetInteraction()
    },
    containerProps,
  }
}
