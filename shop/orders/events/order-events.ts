/** That something happened to an order, as the back-office's open pages are told; what it was, they ask for. */
export type OrderChangeEvent = { id: number; order_id: string; event: 'placed' | 'moved' | 'undone' | 'cancelled' | 'edited' }

/** The same of what an administrator did to a product or category, or to a stock by hand: of these no more is told. */
export type AdminChangeEvent = ({ about: 'order' } & OrderChangeEvent) | { about: 'catalogue' | 'stock'; id: number }

/** As many of the newest changes of each kind as are looked through each second; more at once means asking for everything. */
export const MAX_LATEST_CHANGES = 200

/** Where those pages listen. */
export const ADMIN_EVENTS_PATH = '/admin/events'
