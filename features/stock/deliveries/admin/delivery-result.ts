import type { DeliveryDraft } from '#features/stock/deliveries/delivery.ts'
import type { ProductSearch } from '#features/catalogue/products/admin/stock-product-search.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'

type DeliveryFields = { draft: DeliveryDraft; found?: ProductSearch }
export type DeliveryResult = ActionResult<DeliveryFields, Partial<DeliveryFields>>
