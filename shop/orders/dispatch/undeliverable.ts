import { otherCountry } from '#shop/checkout/address/delivery-country.ts'
import { isPhoneNumber } from '#shop/checkout/address/phone-number.ts'
import { parseDeliverablePostCode } from '#shop/checkout/address/post-code.ts'
import type { OrderStatus } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'

type OrderDestination = { status: OrderStatus; country: string; post_code: string; phone: string }

/**
 * Why an order that is not there yet cannot be delivered; empty where it can, or need not be any more. Orders that
 * were placed before checkout refused such addresses are found by it.
 */
export function undeliverableReasons({ status, country, post_code, phone }: OrderDestination): string[] {
  if (status === 'delivered' || status === 'cancelled') return []
  const otherCountryName = otherCountry(country)
  return [
    ...(otherCountryName ? [`the country is ${otherCountryName}`] : []),
    ...(!otherCountryName && !parseDeliverablePostCode(post_code).ok ? [`${trimWhiteSpace(post_code)} is no post code of the United Kingdom`] : []),
    ...(!isPhoneNumber(phone) ? ['the phone number is too short'] : []),
  ]
}
