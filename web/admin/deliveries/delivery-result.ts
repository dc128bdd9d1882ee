import type { DeliveredProduct, DeliveryDraft } from '#shop/stock/deliveries/delivery.ts'
import type { ActionResult } from '#web/forms/action-result.ts'

type FoundProducts = { search: string; products: DeliveredProduct[] }

type DeliveryFields = { draft: DeliveryDraft; found?: FoundProducts }
export type DeliveryResult = ActionResult<DeliveryFields, Partial<DeliveryFields>>
