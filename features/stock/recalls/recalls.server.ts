import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { renderEmailText } from '#features/mail/rendering/email-text.ts'
import { productRecallEmail } from '#features/mail/templates/product-recall-email.ts'
import { readRecallEmailData, recallPayload } from '#features/mail/templates/recall-email-data.server.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import {
  MAX_SHOWN_ORDERS,
  type BuyerTotals,
  type Recall,
  type RecallableBatch,
  type RecallOutcome,
  type RecalledOrder,
  type RecalledPieces,
  type RecallEmailPreview,
  type RecallSummary,
} from './recall.ts'
import {
  selectBuyerTotals,
  selectProductBatches,
  selectRecall,
  selectRecallWordings,
  selectRecalledOrders,
  selectRecalledPieces,
  selectRecalls,
} from './recall-queries.server.ts'

const MAX_LISTED = 100

/** Newest first. */
export async function listRecalls(shop: ShopDependencies, admin: Actor): Promise<RecallSummary[]> {
  requirePermission(admin, 'stock.recall')
  return shop.db.queryAs(admin, (db) => selectRecalls(db, MAX_LISTED))
}

/** Newest first, units without a batch last. */
export async function listBatches(
  shop: ShopDependencies,
  admin: Actor,
  productId: string,
): Promise<RecallableBatch[]> {
  requirePermission(admin, 'stock.recall')
  if (!isValidId(productId)) return []
  return shop.db.queryAs(admin, (db) => selectProductBatches(db, productId))
}

/** Who has units, before the sale is stopped. */
export async function countBuyers(
  shop: ShopDependencies,
  admin: Actor,
  { productId, batchIds }: { productId: string; batchIds: readonly string[] | null },
): Promise<BuyerTotals> {
  requirePermission(admin, 'stock.recall')
  return shop.db.queryAs(admin, (db) => selectBuyerTotals(db, productId, batchIds))
}

/** Includes the first orders that have units; null if there is no such recall. */
export async function readRecall(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<{ recall: Recall; orders: RecalledOrder[]; totals: BuyerTotals } | null> {
  requirePermission(admin, 'stock.recall')
  if (!isValidId(id)) return null
  return shop.db.withActor(admin, async (trx) => {
    const recall = await selectRecall(trx, id)
    if (!recall) return null
    const batchIds = recall.batches.map((batch) => batch.id)
    const recalled = { productId: recall.product_id, batchIds }
    return {
      recall,
      orders: await selectRecalledOrders(trx, { ...recalled, limit: MAX_SHOWN_ORDERS }),
      totals: await selectBuyerTotals(trx, recall.product_id, batchIds),
    }
  })
}

/** All orders that have units, for the export; null if there is no such recall. */
export async function listRecalledOrders(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<{ recall: Recall; orders: RecalledOrder[] } | null> {
  requirePermission(admin, 'stock.recall')
  if (!isValidId(id)) return null
  return shop.db.withActor(admin, async (trx) => {
    const recall = await selectRecall(trx, id)
    if (!recall) return null
    const batchIds = recall.batches.map((batch) => batch.id)
    return {
      recall,
      orders: await selectRecalledOrders(trx, { productId: recall.product_id, batchIds, limit: null }),
    }
  })
}

/** Recalled units in orders that wait to be sent. */
export async function recalledPieces(
  shop: ShopDependencies,
  admin: Actor,
  orderIds: readonly string[],
): Promise<RecalledPieces[]> {
  requirePermission(admin, 'orders.read-all')
  const ids = orderIds.filter(isValidId)
  return ids.length === 0 ? [] : shop.db.queryAs(admin, (db) => selectRecalledPieces(db, ids))
}

export type NewRecall = {
  id: string
  productId: string
  /** Null: the whole product. */
  batchIds: readonly string[] | null
  reason: string
  customerText: string
}

/** Stops the sale at once. Refused: not-found, fields-missing, batches-missing, already-recalled. */
export async function startRecall(
  shop: ShopDependencies,
  admin: Actor,
  { id, productId, batchIds, reason, customerText }: NewRecall,
): Promise<Answer<'start_recall'>> {
  requirePermission(admin, 'stock.recall')
  if (![id, productId, ...(batchIds ?? [])].every(isValidId)) return refused('not-found')
  const texts = { reason: stripNul(reason), customer_text: stripNul(customerText) }
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'start_recall', { id, product_id: productId, batch_ids: batchIds, ...texts }),
  )
}

/** The emails that {@link tellCustomers} would send: one for each wording, with the number of customers who get it. */
export async function previewRecallEmails(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<RecallEmailPreview[]> {
  requirePermission(admin, 'stock.recall')
  if (!isValidId(id)) return []
  return shop.db.withActor(admin, async (trx) => {
    const previews: RecallEmailPreview[] = []
    for (const { customers, payload } of await selectRecallWordings(trx, id)) {
      const recall = await readRecallEmailData(trx, recallPayload.parse(payload))
      const email = productRecallEmail(recall, '', shop)
      previews.push({ customers, subject: email.subject, text: renderEmailText(email, shop.identity) })
    }
    return previews
  })
}

/** Sends one email to each customer who has units, once. Refused: not-found, already-sent, recipients-changed. */
export async function tellCustomers(
  shop: ShopDependencies,
  admin: Actor,
  { id, expected }: { id: string; expected: number },
): Promise<Answer<'send_recall_emails'>> {
  requirePermission(admin, 'stock.recall')
  if (!isValidId(id)) return refused('not-found')
  const told = await shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'send_recall_emails', { recall_id: id, expected }),
  )
  if (told.ok) shop.outbox.wake()
  return told
}

/** Sells the batches again or writes their units off, once. Refused: not-found, fields-missing, already-ended. */
export async function endRecall(
  shop: ShopDependencies,
  admin: Actor,
  { id, outcome, reason }: { id: string; outcome: RecallOutcome; reason: string },
): Promise<Answer<'end_recall'>> {
  requirePermission(admin, 'stock.recall')
  if (!isValidId(id)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'end_recall', { recall_id: id, outcome, reason: stripNul(reason) }),
  )
}
