import { londonDay } from '#shop/dates/dates.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { refused, type Refusal, type Refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  parseDelivery,
  type DeliveryDraft,
  type DeliveryLine,
  type DeliverySummary,
  type ReceivedDelivery,
  type TypedLine,
} from './delivery.ts'
import {
  selectBatchesOfDelivery,
  selectDeliveredProducts,
  selectDeliveries,
  selectDelivery,
} from './delivery-queries.server.ts'

const MAX_LISTED = 100

/** Newest first. */
export async function listDeliveries(shop: ShopDependencies, admin: Actor): Promise<DeliverySummary[]> {
  requirePermission(admin, 'stock.receive-deliveries')
  return shop.db.queryAs(admin, (db) => selectDeliveries(db, MAX_LISTED))
}

/** A draft as typed, or what was received; null if there is none. */
export async function readDelivery(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<{ draft: DeliveryDraft } | { received: ReceivedDelivery } | null> {
  requirePermission(admin, 'stock.receive-deliveries')
  if (!isValidId(id)) return null
  const stored = await shop.db.queryAs(admin, (db) => selectDelivery(db, id))
  if (!stored) return null
  const { version, supplier, reason, lines, received_at, received_by } = stored
  if (received_at === null) {
    const draft = { id, version, supplier: supplier ?? '', reason: reason ?? '' }
    return { draft: { ...draft, lines: await withProducts(shop, admin, lines) } }
  }
  const batches = await shop.db.queryAs(admin, (db) => selectBatchesOfDelivery(db, id))
  return { received: { id, supplier, reason: reason ?? '', received_at, received_by, batches } }
}

/** The lines with their current products. */
export async function withProducts(
  shop: ShopDependencies,
  admin: Actor,
  lines: readonly TypedLine[],
): Promise<DeliveryLine[]> {
  requirePermission(admin, 'stock.receive-deliveries')
  const ids = lines.map(({ product_id }) => product_id).filter(isValidId)
  if (ids.length === 0) return []
  const products = await shop.db.queryAs(admin, (db) => selectDeliveredProducts(db, ids))
  return lines.map((line) => {
    const product = products.find(({ product_id }) => product_id === line.product_id)
    return { name: messages.productNotFound, net_weight: null, stock: 0, ...product, ...line }
  })
}

const toTyped = ({ id, version, supplier, reason, lines }: DeliveryDraft) => ({
  id,
  version,
  supplier,
  reason,
  lines: lines.map(({ product_id, quantity, batch_number, best_before, unit_cost }) => ({
    product_id,
    quantity,
    batch_number,
    best_before,
    unit_cost,
  })),
})

/** Does not change stock. Refused: not-found, lines-invalid, already-received, changed-meanwhile. */
export async function saveDelivery(
  shop: ShopDependencies,
  admin: Actor,
  draft: DeliveryDraft,
): Promise<Answer<'save_delivery'>> {
  requirePermission(admin, 'stock.receive-deliveries')
  if (!isValidId(draft.id)) return refused('not-found')
  return shop.db.queryAs(admin, (db) => callProcedure(db, 'save_delivery', toTyped(draft)))
}

/** Receives everything or nothing; entries are saved even if it is refused. `version` is that of the draft afterwards. */
export async function receiveDelivery(
  shop: ShopDependencies,
  admin: Actor,
  draft: DeliveryDraft,
): Promise<
  (Answer<'receive_delivery'> | Refused<Refusal<'fields-invalid'> & { fields: Record<string, string> }>) & {
    version: number
  }
> {
  requirePermission(admin, 'stock.receive-deliveries')
  const { version } = draft
  if (!isValidId(draft.id)) return { ...refused('not-found'), version }
  const parsed = parseDelivery(draft, londonDay(shop.clock()))
  return shop.db.withActor(admin, async (trx) => {
    const saved = await callProcedure(trx, 'save_delivery', toTyped(draft))
    if (!saved.ok) return { ...saved, version }
    if (!parsed.ok)
      return { ...refused('fields-invalid', { fields: parsed.errors }), version: saved.value.version }
    const current = { version: saved.value.version }
    const received = { id: draft.id, ...current, lines: parsed.lines }
    return { ...(await callProcedure(trx, 'receive_delivery', received)), ...current }
  })
}

/** Deletes a draft. Refused: not-found, changed-meanwhile. */
export async function deleteDelivery(
  shop: ShopDependencies,
  admin: Actor,
  { id, version }: { id: string; version: number },
): Promise<Answer<'delete_delivery'>> {
  requirePermission(admin, 'stock.receive-deliveries')
  if (!isValidId(id)) return refused('not-found')
  return shop.db.queryAs(admin, (db) => callProcedure(db, 'delete_delivery', { id, version }))
}
