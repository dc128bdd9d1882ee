import type { OrderEvent } from '#features/orders/order.ts'

/** An order change, as sent to open admin pages, which then request the details. */
export type OrderChangeEvent = { id: number; order_id: string; event: OrderEvent['event'] | 'noted' }

/** Catalogue changes and stock adjustments have no further data. */
export type AdminChangeEvent =
  | ({ about: 'order' | 'order-note' } & OrderChangeEvent)
  | { about: 'catalogue' | 'stock'; id: number }

/** Maximum of each kind per poll, once a second; beyond it, pages reload everything. */
export const MAX_LATEST_CHANGES = 200

export const ADMIN_EVENTS_PATH = '/admin/events'
