import type { OrderEvent } from './order.ts'

/** How long a status transition can be undone and its email waits; the same as order_undo_window. */
export const UNDO_SECONDS = 10

/** Seconds left to undo the last transition; 0 if there is none. Both times are the server's. */
export function undoSecondsLeft(
  history: readonly Pick<OrderEvent, 'at' | 'event' | 'to_status'>[],
  now: Date,
): number {
  // A payment at the door belongs to the delivery, which then cannot be undone.
  const last = history.findLast(({ to_status, event }) => to_status !== null || event === 'payment-recorded')
  if (last?.event !== 'moved') return 0
  return Math.min(UNDO_SECONDS, Math.max(0, UNDO_SECONDS - (now.getTime() - Date.parse(last.at)) / 1000))
}
