import type { DeliveredProduct, DeliveryDraft } from '#shop/stock/deliveries/delivery.ts'
import type { ActionResult } from '#web/forms/action-result.ts'

/** `scanned` is the product whose SKU or barcode was searched for. */
type FoundProducts = { search: string; products: DeliveredProduct[]; scanned: string | null }

type DeliveryFields = { draft: DeliveryDraft; found?: FoundProducts }
export type DeliveryResult = ActionResult<DeliveryFields, Partial<DeliveryFields>>
