import type { OrderEvent } from '#shop/orders/order.ts'

/** An order change, as sent to open back-office pages; they request the details. */
export type OrderChangeEvent = { id: number; order_id: string; event: OrderEvent['event'] | 'noted' }

/** Changes of the catalogue and manual stock adjustments carry no further data. */
export type AdminChangeEvent =
  | ({ about: 'order' | 'order-note' } & OrderChangeEvent)
  | { about: 'catalogue' | 'stock'; id: number }

/** Maximum of each kind per scan, once a second; after more, pages reload everything. */
export const MAX_LATEST_CHANGES = 200

export const ADMIN_EVENTS_PATH = '/admin/events'
