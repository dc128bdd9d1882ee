import type { FoundPhoneProducts, PhoneCustomer } from '#shop/checkout/phone-orders/phone-order.ts'
import type { DeliveryRates } from '#shop/delivery/delivery-rates.ts'
import type { ActionResult } from '#web/forms/action-result.ts'
import type { PhoneOrderDraft } from './phone-order-draft.ts'

export type FoundCustomers = { search: string; customers: PhoneCustomer[] }

type PhoneOrderFields = {
  draft: PhoneOrderDraft
  /** Of delivery, as they are now; null while it is not charged. */
  rates?: DeliveryRates | null
  foundCustomers?: FoundCustomers
  foundProducts?: FoundPhoneProducts
}
export type PhoneOrderResult = ActionResult<PhoneOrderFields, Partial<PhoneOrderFields>>
