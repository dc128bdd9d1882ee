import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

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

/** Whoever has not stirred in the list for so long aims at nothing in it. */
const AIMED_MILLISECONDS = 10_000

/**
 * While somebody points at something in the list, or works in it by keys, orders that arrive wait instead of moving the
 * rows under their hands. `view` names the list that is looked at: another one is shown as it is.
 */
export function useHeldOrders<Order extends Row>(orders: readonly Order[], view: string) {
  const list = useRef<HTMLDivElement>(null)
  const stirred = useRef(0)
  const [isAimed, setAimed] = useState(false)
  const [seen, setSeen] = useState({ view, orders, rows: orders, held: 0 })
  if (seen.orders !== orders || seen.view !== view || (seen.held > 0 && !isAimed)) {
    const next = seen.view === view && isAimed ? keepPlaces(seen.rows, orders) : { rows: orders, held: 0 }
    setSeen({ view, orders, ...next })
  }
  useEffect(() => {
    if (!isAimed) return undefined
    const timer = setInterval(() => Date.now() - stirred.current > AIMED_MILLISECONDS && setAimed(false), 1_000)
    return () => clearInterval(timer)
  }, [isAimed])

  const stir = () => {
    stirred.current = Date.now()
    setAimed(true)
  }
  const leave = ({ pointerType }: PointerEvent) => {
    // A finger that is lifted may be about to press again.
    if (pointerType !== 'touch' && !list.current?.contains(document.activeElement)) setAimed(false)
  }
  const blur = ({ relatedTarget }: FocusEvent) => {
    if (!list.current?.contains(relatedTarget as Node | null) && !list.current?.matches(':hover')) setAimed(false)
  }
  return {
    rows: seen.rows,
    held: seen.held,
    /** Shows them all now; the button that was pressed for it goes, and the first of them takes the focus. */
    release: () => {
      setAimed(false)
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('tbody a')?.focus())
    },
    /** What the element around the list takes. */
    around: { ref: list, onPointerMove: stir, onPointerDown: stir, onKeyDown: stir, onFocus: stir, onPointerLeave: leave, onBlur: blur },
  }
}
