import type { FoundPhoneProducts, PhoneCustomer } from '#features/checkout/phone-orders/phone-order.ts'
import type { DeliveryRates } from '#shop/delivery/delivery-rates.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import type { PhoneOrderDraft } from './phone-order-draft.ts'

export type FoundCustomers = { search: string; customers: PhoneCustomer[] }

type PhoneOrderFields = {
  draft: PhoneOrderDraft
  /** The current delivery rates; null while delivery is not charged. */
  rates?: DeliveryRates | null
  foundCustomers?: FoundCustomers
  foundProducts?: FoundPhoneProducts
}
export type PhoneOrderResult = ActionResult<PhoneOrderFields, Partial<PhoneOrderFields>>
