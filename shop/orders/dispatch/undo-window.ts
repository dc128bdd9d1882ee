import type { OrderEvent } from '#shop/orders/order.ts'

/** For so long a step can be undone, and its mail waits; the database knows the same (order_undo_window). */
export const UNDO_SECONDS = 10

/** How many seconds of that are left of the last step; 0 where there is no step to undo. Both times are the server's. */
export function undoSecondsLeft(history: readonly Pick<OrderEvent, 'at' | 'event' | 'to_status'>[], now: Date): number {
  const last = history.findLast(({ to_status }) => to_status !== null)
  if (last?.event !== 'moved') return 0
  return Math.min(UNDO_SECONDS, Math.max(0, UNDO_SECONDS - (now.getTime() - Date.parse(last.at)) / 1000))
}
