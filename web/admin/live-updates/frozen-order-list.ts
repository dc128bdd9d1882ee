import { useEffect, useState } from 'react'
import { DOUBLE_PRESS_GUARD_MS } from '#web/admin/order-actions/move-order-button.tsx'
import { useListInteraction } from './list-interaction.ts'

type Row = { id: string; created_at: string }
/** The rows to show, how many new ones are held back, and which of the rows the list as it is now no longer has. */
type FrozenOrders<Order> = { rows: readonly Order[]; newOrderCount: number; removedIds: readonly string[] }

/** The order of the list: newest first. */
function isListedAbove(one: Row, above: Row): boolean {
  const difference = Date.parse(one.created_at) - Date.parse(above.created_at)
  return difference > 0 || (difference === 0 && one.id < above.id)
}

/**
 * The rows in view after the list has changed behind them. What was handled here stays in its place although it has left the list,
 * and so does every row while somebody aims at the list: no other may slide under their next press. New rows above wait
 * meanwhile; what comes in below all of them moves nothing.
 */
export function mergeFrozenOrders<Order extends Row>(
  shown: readonly Order[],
  now: readonly Order[],
  { isInteracting, handled }: { isInteracting: boolean; handled: readonly string[] },
): FrozenOrders<Order> {
  const nowById = new Map(now.map((order) => [order.id, order]))
  const keptOrders = shown.flatMap((order) => nowById.get(order.id) ?? (isInteracting || handled.includes(order.id) ? [order] : []))
  const removedIds = keptOrders.filter(({ id }) => !nowById.has(id))
  const goneIds = removedIds.map(({ id }) => id)
  if (!isInteracting) {
    const rows = removedIds.reduce<Order[]>((placed, order) => {
      const below = placed.findIndex((other) => isListedAbove(order, other))
      return placed.toSpliced(below < 0 ? placed.length : below, 0, order)
    }, [...now])
    return { rows, newOrderCount: 0, removedIds: goneIds }
  }
  const known = new Set(keptOrders.map(({ id }) => id))
  const added = now.filter(({ id }) => !known.has(id))
  const last = keptOrders.at(-1)
  const below = last ? added.filter((order) => isListedAbove(last, order)) : added
  return { rows: [...keptOrders, ...below], newOrderCount: added.length - below.length, removedIds: goneIds }
}

const startsWithSameRows = (before: readonly Row[], after: readonly Row[]) => before.every(({ id }, index) => after[index]?.id === id)

/**
 * The rows of the list that `view` names, until another is asked for. While somebody points at something in the list, or works in it
 * by keys, orders that arrive wait, and none leaves; what was handled here stays until the list is asked for anew.
 */
export function useFrozenOrderList<Order extends Row>(orders: readonly Order[], view: string) {
  const { isInteracting, resetInteraction, containerProps } = useListInteraction()
  const [handled, setHandled] = useState<{ view: string; ids: readonly string[] }>({ view, ids: [] })
  const ids = handled.view === view ? handled.ids : []
  const [shownState, setShownState] = useState({ view, orders, rows: orders, newOrderCount: 0, removedIds: [] as readonly string[], moveCount: 0 })
  const [settledMoveCount, setSettledMoveCount] = useState(0)
  const hasPendingChanges = shownState.newOrderCount > 0 || shownState.removedIds.some((id) => !ids.includes(id))
  if (shownState.orders !== orders || shownState.view !== view || (hasPendingChanges && !isInteracting)) {
    const next = shownState.view === view ? mergeFrozenOrders(shownState.rows, orders, { isInteracting, handled: ids }) : { rows: orders, newOrderCount: 0, removedIds: [] }
    const moveCount = shownState.view === view && !startsWithSameRows(shownState.rows, next.rows) ? shownState.moveCount + 1 : shownState.moveCount
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
    /** Rows have changed their places just now: a press that was on its way to one must not meet another. */
    hasJustMoved: shownState.moveCount !== settledMoveCount,
    /** Called when something is done to an order: its row stays from then on. */
    markHandled: (id: string) => setHandled({ view, ids: [...ids.filter((other) => other !== id), id] }),
    /** Shows the list as it is now. */
    unfreeze: () => {
      setHandled({ view, ids: [] })
      setShownState({ view, orders, rows: orders, newOrderCount: 0, removedIds: [], moveCount: shownState.moveCount + 1 })
      resetInteraction()
    },
    /** What the element around the list takes. */
    containerProps,
  }
}
