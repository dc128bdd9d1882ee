import { useEffect, useState } from 'react'
import { STEP_WAIT_MILLISECONDS } from '#web/admin/order-actions/move-order-button.tsx'
import { useAimedList } from './list-interaction.ts'

type Row = { id: string; created_at: string }
/** The rows to show, how many new ones are held back, and which of the rows the list as it is now no longer has. */
type Held<Order> = { rows: readonly Order[]; held: number; gone: readonly string[] }

/** The order of the list: newest first. */
function stands(one: Row, above: Row): boolean {
  const difference = Date.parse(one.created_at) - Date.parse(above.created_at)
  return difference > 0 || (difference === 0 && one.id < above.id)
}

/**
 * The rows in view after the list has changed behind them. What was handled here stays in its place although it has left the list,
 * and so does every row while somebody aims at the list: no other may slide under their next press. New rows above wait
 * meanwhile; what comes in below all of them moves nothing.
 */
export function keepPlaces<Order extends Row>(
  shown: readonly Order[],
  now: readonly Order[],
  { isAimed, handled }: { isAimed: boolean; handled: readonly string[] },
): Held<Order> {
  const nowById = new Map(now.map((order) => [order.id, order]))
  const kept = shown.flatMap((order) => nowById.get(order.id) ?? (isAimed || handled.includes(order.id) ? [order] : []))
  const gone = kept.filter(({ id }) => !nowById.has(id))
  const goneIds = gone.map(({ id }) => id)
  if (!isAimed) {
    const rows = gone.reduce<Order[]>((placed, order) => {
      const below = placed.findIndex((other) => stands(order, other))
      return placed.toSpliced(below < 0 ? placed.length : below, 0, order)
    }, [...now])
    return { rows, held: 0, gone: goneIds }
  }
  const known = new Set(kept.map(({ id }) => id))
  const added = now.filter(({ id }) => !known.has(id))
  const last = kept.at(-1)
  const below = last ? added.filter((order) => stands(last, order)) : added
  return { rows: [...kept, ...below], held: added.length - below.length, gone: goneIds }
}

const samePlaces = (before: readonly Row[], after: readonly Row[]) => before.every(({ id }, place) => after[place]?.id === id)

/**
 * The rows of the list that `view` names, until another is asked for. While somebody points at something in the list, or works in it
 * by keys, orders that arrive wait, and none leaves; what was handled here stays until the list is asked for anew.
 */
export function useHeldOrders<Order extends Row>(orders: readonly Order[], view: string) {
  const { isAimed, letGo, around } = useAimedList()
  const [handled, setHandled] = useState<{ view: string; ids: readonly string[] }>({ view, ids: [] })
  const ids = handled.view === view ? handled.ids : []
  const [seen, setSeen] = useState({ view, orders, rows: orders, held: 0, gone: [] as readonly string[], moves: 0 })
  const [settled, setSettled] = useState(0)
  const waits = seen.held > 0 || seen.gone.some((id) => !ids.includes(id))
  if (seen.orders !== orders || seen.view !== view || (waits && !isAimed)) {
    const next = seen.view === view ? keepPlaces(seen.rows, orders, { isAimed, handled: ids }) : { rows: orders, held: 0, gone: [] }
    const moves = seen.view === view && !samePlaces(seen.rows, next.rows) ? seen.moves + 1 : seen.moves
    setSeen({ view, orders, ...next, moves })
  }
  useEffect(() => {
    const timer = setTimeout(() => setSettled(seen.moves), STEP_WAIT_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [seen.moves])
  return {
    rows: seen.rows,
    held: seen.held,
    gone: seen.gone,
    /** Rows have changed their places just now: a press that was on its way to one must not meet another. */
    isSettling: seen.moves !== settled,
    /** Called when something is done to an order: its row stays from then on. */
    handle: (id: string) => setHandled({ view, ids: [...ids.filter((other) => other !== id), id] }),
    /** Shows the list as it is now. */
    release: () => {
      setHandled({ view, ids: [] })
      setSeen({ view, orders, rows: orders, held: 0, gone: [], moves: seen.moves + 1 })
      letGo()
    },
    /** What the element around the list takes. */
    around,
  }
}
