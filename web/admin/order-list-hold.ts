import { useState } from 'react'
import { useAimedList } from './aimed-list.ts'

type Row = { id: string }
type Held<Order> = { rows: readonly Order[]; held: number }

/**
 * The rows in view after the list has changed behind them: each in its place, as it is now, and without those that
 * would come in above another. What comes in below all of them moves nothing, and what has left the list goes.
 * In: the rows in view, and the list as it is now. Out: the rows to show, and how many are held back.
 */
export function keepPlaces<Order extends Row>(shown: readonly Order[], now: readonly Order[]): Held<Order> {
  const inView = new Set(shown.map(({ id }) => id))
  const nowById = new Map(now.map((order) => [order.id, order]))
  const lastKnown = now.findLastIndex(({ id }) => inView.has(id))
  const isNew = ({ id }: Order) => !inView.has(id)
  const held = now.slice(0, lastKnown + 1).filter(isNew).length
  if (held === 0) return { rows: now, held: 0 }
  // A page is full: as many as came in above have gone over its lower edge, and stay in view for as long as those wait.
  const firstPushedOff = Math.max(shown.findLastIndex(({ id }) => nowById.has(id)) + 1, shown.length - held)
  const kept = shown.flatMap((order, place) => nowById.get(order.id) ?? (place >= firstPushedOff ? [order] : []))
  return { rows: [...kept, ...now.slice(lastKnown + 1)], held }
}

/**
 * While somebody points at something in the list, or works in it by keys, orders that arrive wait instead of moving the
 * rows under their hands. `view` names the list that is looked at: another one is shown as it is.
 */
export function useHeldOrders<Order extends Row>(orders: readonly Order[], view: string) {
  const { isAimed, letGo, around } = useAimedList()
  const [seen, setSeen] = useState({ view, orders, rows: orders, held: 0 })
  if (seen.orders !== orders || seen.view !== view || (seen.held > 0 && !isAimed)) {
    const next = seen.view === view && isAimed ? keepPlaces(seen.rows, orders) : { rows: orders, held: 0 }
    setSeen({ view, orders, ...next })
  }
  return {
    rows: seen.rows,
    held: seen.held,
    /** Shows them all now. */
    release: letGo,
    /** What the element around the list takes. */
    around,
  }
}
