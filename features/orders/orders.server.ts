import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { refused } from '#shop/outcome.ts'
import { hasPermission, requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { OrderFilter } from './order-filter.ts'
import type { OrderStatus, CancelContext } from './order-status.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import type { RecalledPieces } from '#features/stock/recalls/recall.ts'
import type { AnyOrderDetail, EditedAddress, OrderReceipt } from './order.ts'
import {
  selectAdjacentOrders,
  selectOrder,
  selectOrders,
  selectOwnOrder,
  selectOwnOrders,
  type AdjacentOrders,
} from './order-queries.server.ts'

/** The data of /profile/orders: the customer's own orders, newest first, six per page. */
export async function listOwnOrders(
  shop: ShopDependencies,
  customer: Actor & { userId: string },
  { page }: { page: number },
) {
  requirePermission(customer, 'orders.read-own')
  return shop.db.withActor(customer, (trx) => selectOwnOrders(trx, customer.userId, page))
}

/** One of the customer's own orders, with its items as sold and its history; null if it does not exist or belongs to another customer. */
export async function findOwnOrder(
  shop: ShopDependencies,
  customer: Actor & { userId: string },
  id: string,
): Promise<OrderReceipt | null> {
  requirePermission(customer, 'orders.read-own')
  if (!isValidId(id)) return null
  return shop.db.queryAs(customer, (db) => selectOwnOrder(db, customer.userId, id))
}

/**
 * The data of /admin/orders: newest first, or those to send oldest first, 24 per page. Searches ID, name,
 * email, phone and postcode. A search finds at most 1,000; `isMore` says that there are more.
 */
export async function listOrders(
  shop: ShopDependencies,
  admin: Actor,
  {
    search = '',
    status = null,
    page = 1,
  }: { search?: string; status?: OrderFilter | null; page?: number } = {},
) {
  requirePermission(admin, 'orders.read-all')
  return shop.db.withActor(admin, (trx) =>
    selectOrders(trx, { search: toSearchText(search), status, page, ...readableParts(admin) }),
  )
}

const SEARCH_MAX_LENGTH = 200
const toSearchText = (search: string) => stripNul(search).slice(0, SEARCH_MAX_LENGTH)

/** The previous and next order in the list of a search and status; null at the ends. */
export async function findAdjacentOrders(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, search = '', status = null }: { orderId: string; search?: string; status?: OrderFilter | null },
): Promise<AdjacentOrders> {
  requirePermission(admin, 'orders.read-all')
  if (!isValidId(orderId)) return { previous_id: null, next_id: null }
  return shop.db.queryAs(admin, (db) => selectAdjacentOrders(db, orderId, toSearchText(search), status))
}

/**
 * The data of /admin/orders/{id}; null if it does not exist. Packers get no amounts and emails, and only
 * notes for packers. `recalled` units must not be sent.
 */
export async function findOrder(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<(AnyOrderDetail & { recalled: RecalledPieces[] }) | null> {
  requirePermission(admin, 'orders.read-all')
  if (!isValidId(id)) return null
  return shop.db.queryAs(admin, (db) => selectOrder(db, id, readableParts(admin)))
}

const readableParts = (admin: Actor) => ({
  withAmounts: hasPermission(admin, 'orders.read-amounts'),
  withEmails: hasPermission(admin, 'orders.read-emails'),
  withAllNotes: hasPermission(admin, 'orders.read-all-notes'),
})

/**
 * Moves an order to its next status, if it still has the displayed one. Refused: not-found, status-changed
 * (with the current status), move-not-allowed, recalled (with the items).
 */
export async function moveOrder(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, expected, to }: { orderId: string; expected: OrderStatus; to: OrderStatus },
): Promise<Answer<'move_order'>> {
  requirePermission(admin, 'orders.move')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'move_order', { order_id: orderId, expected_status: expected, to_status: to }),
  )
}

/**
 * Exchanges the recalled units of an unsent order for sellable ones; stock and total stay the same. Refused:
 * not-found, nothing-recalled, not-enough-stock (with the items and the available units).
 */
export async function exchangeRecalledPieces(shop: ShopDependencies, admin: Actor, orderId: string) {
  requirePermission(admin, 'orders.move')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) => callProcedure(db, 'exchange_recalled_pieces', { order_id: orderId }))
}

/**
 * Undoes the last status transition within UNDO_SECONDS; its email is not sent.
 * Refused: not-found, status-changed (with the current status), nothing-to-undo, too-late.
 */
export async function undoMove(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, expected }: { orderId: string; expected: OrderStatus },
): Promise<Answer<'undo_order_move'>> {
  requirePermission(admin, 'orders.move')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'undo_order_move', { order_id: orderId, expected_status: expected }),
  )
}

/**
 * Cancels an order and returns its units to stock, once. The list requires the internal `reason`; `customerNote` is sent. With `expected`,
 * only in that status. Refused: reason-missing, not-found, status-changed (with the current status), shipped-phone-us, delivered.
 */
export async function cancelOrder(
  shop: ShopDependencies,
  actor: Actor,
  {
    orderId,
    screen,
    reason = '',
    customerNote = '',
    expected = null,
  }: {
    orderId: string
    screen: CancelContext
    reason?: string
    customerNote?: string
    expected?: OrderStatus | null
  },
): Promise<Answer<'cancel_order'>> {
  requirePermission(actor, screen === 'customer' ? 'orders.cancel-own' : 'orders.cancel-any')
  const note = screen === 'customer' ? '' : trimWhiteSpace(reason)
  if (screen === 'list' && !note)
    return refused('reason-missing', { fields: { reason: messages.cancellationReasonMissing } })
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(actor, (db) =>
    callProcedure(db, 'cancel_order', {
      order_id: orderId,
      reason: screen === 'customer' ? messages.cancelledByCustomer : messages.cancelledByAdmin,
      note: note || null,
      from_detail_page: screen === 'detail',
      expected_status: expected,
      customer_note: trimWhiteSpace(customerNote) || null,
    }),
  )
}

/** `version` is the displayed one; a null `estimatedDelivery` or no `address` changes nothing; `added` has the displayed prices. */
type OrderEditRequest = {
  orderId: string
  version: number
  items: { id: string; quantity: number }[]
  estimatedDelivery: string | null
  address?: EditedAddress | null
  added?: { product_id: string; quantity: number; price: number }[]
}

/**
 * Sets the items and quantities of an order; stock follows, prices stay. Until shipping, also changes its
 * address and adds products. Refused: see the codes of edit_order.
 */
export async function editOrder(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, version, items, estimatedDelivery, address, added }: OrderEditRequest,
): Promise<Answer<'edit_order'>> {
  requirePermission(admin, 'orders.edit')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'edit_order', {
      order_id: orderId,
      version,
      items,
      estimated_delivery: estimatedDelivery,
      address,
      added,
    }),
  )
}
