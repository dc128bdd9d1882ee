import type { PhoneCustomer, PhoneProduct } from '#shop/orders/phone-orders/phone-order.ts'
import type { ActionResult } from '#web/forms/action-result.ts'
import type { PhoneOrderDraft } from './phone-order-draft.ts'

export type FoundCustomers = { search: string; customers: PhoneCustomer[] }
export type FoundPhoneProducts = { search: string; products: PhoneProduct[] }

type PhoneOrderFields = {
  draft: PhoneOrderDraft
  foundCustomers?: FoundCustomers
  foundProducts?: FoundPhoneProducts
}
export type PhoneOrderResult = ActionResult<PhoneOrderFields, Partial<PhoneOrderFields>>
