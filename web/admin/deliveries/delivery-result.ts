import type { DeliveryDraft } from '#shop/stock/deliveries/delivery.ts'
import type { ProductSearch } from '#shop/catalogue/admin/stock-product-search.ts'
import type { ActionResult } from '#web/forms/action-result.ts'

type DeliveryFields = { draft: DeliveryDraft; found?: ProductSearch }
export type DeliveryResult = ActionResult<DeliveryFields, Partial<DeliveryFields>>
