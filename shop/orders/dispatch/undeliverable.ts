import { otherCountry } from '#shop/checkout/address/delivery-country.ts'
import { isPhoneNumber } from '#shop/checkout/address/phone-number.ts'
import { parseDeliverablePostCode } from '#shop/checkout/address/post-code.ts'
import { isOrderOpen, type OrderStatus } from '#shop/orders/order-status.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'

type OrderDestination = { status: OrderStatus; country: string; post_code: string; phone: string }

/** Why an open order cannot be delivered; empty if it can, or is closed. Finds orders placed before checkout refused such addresses. */
export function undeliverableReasons({ status, country, post_code, phone }: OrderDestination): string[] {
  if (!isOrderOpen(status)) return []
  const otherCountryName = otherCountry(country)
  return [
    ...(otherCountryName ? [`the country is ${otherCountryName}`] : []),
    ...(!otherCountryName && !parseDeliverablePostCode(post_code).ok
      ? [`${trimWhiteSpace(post_code)} is no post code of the United Kingdom`]
      : []),
    ...(!isPhoneNumber(phone) ? ['the phone number is too short'] : []),
  ]
}
