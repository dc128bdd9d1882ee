import { otherCountry } from '#features/checkout/address/delivery-country.ts'
import { isPhoneNumber } from '#features/checkout/address/phone-number.ts'
import { parseDeliverablePostCode, type PostCodeRefusal } from '#features/checkout/address/post-code.ts'
import { isOrderOpen, type OrderStatus } from '#features/orders/order-status.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'

const POST_CODE_REASONS = {
  'not-uk': 'no post code of the United Kingdom',
  'outside-uk': 'no post code of the United Kingdom',
  forces: 'a BFPO address',
} as const satisfies Record<PostCodeRefusal['code'], string>

type OrderDestination = { status: OrderStatus; country: string; post_code: string; phone: string }

/** Why an open order cannot be delivered; empty if it can, or is closed. For orders placed before checkout refused such addresses. */
export function undeliverableReasons({ status, country, post_code, phone }: OrderDestination): string[] {
  if (!isOrderOpen(status)) return []
  const otherCountryName = otherCountry(country)
  const postCode = parseDeliverablePostCode(post_code)
  return [
    ...(otherCountryName ? [`the country is ${otherCountryName}`] : []),
    ...(!otherCountryName && !postCode.ok
      ? [`${trimWhiteSpace(post_code)} is ${POST_CODE_REASONS[postCode.refusal.code]}`]
      : []),
    ...(!isPhoneNumber(phone) ? ['the phone number is too short'] : []),
  ]
}
