import type { DeliveredProduct } from '#shop/stock/deliveries/delivery-queries.server.ts'
import type { DeliveryDraft } from '#shop/stock/deliveries/delivery.ts'
import type { ActionResult } from '#web/forms/action-result.ts'

export type FoundProducts = { search: string; products: DeliveredProduct[] }

type DeliveryFields = { draft: DeliveryDraft; found?: FoundProducts }
export type DeliveryResult = ActionResult<DeliveryFields, Partial<DeliveryFields>>
