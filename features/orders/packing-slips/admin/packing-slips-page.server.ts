import { data } from 'react-router'
import { splitAtAllergens } from '#features/catalogue/labels/allergens.ts'
import { isPriced, type AnyOrderDetail } from '#features/orders/order.ts'
import { findOrder } from '#features/orders/orders.server.ts'
import { refundedAmount, totalAfterRefunds } from '#features/orders/refunds/refund.ts'
import { describePackedBatch } from '#features/stock/batches/describe-packed-batch.ts'
import { packingBatches, type PackingBatch } from '#features/stock/batches/batch-changes.server.ts'
import type { RecalledPieces } from '#features/stock/recalls/recall.ts'
import { recalledPieces } from '#features/stock/recalls/recalls.server.ts'
import { readPackingSlipIds, MAX_PACKING_SLIPS } from './packing-slips-url.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'

/** `missing` counts IDs without an order. */
export const loader = adminLoader(async ({ shop, admin, query }) => {
  const ids = readPackingSlipIds(query)
  const requestedIds = ids.slice(0, MAX_PACKING_SLIPS)
  const [batches, recalled, ...found] = await Promise.all([
    packingBatches(shop, admin, requestedIds),
    recalledPieces(shop, admin, requestedIds),
    ...requestedIds.map((id) => findOrder(shop, admin, id)),
  ])
  const orders = found.filter((order) => order !== null)
  return data({
    slips: orders.map((order) => toPackingSlip(order, { batches, recalled })),
    missing: requestedIds.length - orders.length,
    isTooMany: ids.length > MAX_PACKING_SLIPS,
    printedAt: shop.clock().toISOString(),
  })
})

export type PackingSlip = ReturnType<typeof toPackingSlip>

/** Null without a refund, and for packers, who see no amounts. */
const toRefunded = (order: AnyOrderDetail) =>
  isPriced(order) && order.refunds.length > 0
    ? { amount: refundedAmount(order), total: totalAfterRefunds(order) }
    : null

type Taken = { batches: readonly PackingBatch[]; recalled: readonly RecalledPieces[] }

function toPackingSlip(order: AnyOrderDetail, { batches, recalled }: Taken) {
  const {
    id,
    status,
    created_at,
    estimated_delivery,
    payment_method,
    total_amount,
    shipping_address,
    delivery_service,
    dispatch_day,
    items,
    notes,
  } = order
  return {
    id,
    status,
    created_at,
    estimated_delivery,
    payment_method,
    total_amount,
    refunded: toRefunded(order),
    shipping_address,
    delivery_service,
    dispatch_day,
    // The sheet goes into the parcel, so it shows only notes for packers, no matter who prints it.
    notes: notes
      .filter(({ is_for_packers }) => is_for_packers)
      .map(({ id: noteId, text }) => ({ id: noteId, text })),
    items: items.map((item) => ({
      id: item.id,
      product_name: item.product_name,
      net_weight: item.net_weight,
      quantity: item.quantity,
      batches: batches
        .filter(({ order_id, product_id }) => order_id === id && product_id === item.product_id)
        .map(describePackedBatch),
      recalled:
        recalled.find(({ order_id, product_id }) => order_id === id && product_id === item.product_id)
          ?.quantity ?? 0,
      allergy_advice: item.allergy_advice ? splitAtAllergens(item.allergy_advice) : null,
    })),
  }
}
