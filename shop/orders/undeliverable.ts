import { looksLikePostCode, postCodeRemark } from '#shop/checkout/post-code.ts'
import type { OrderStatus } from '#shop/spec.ts'

const PHONE_MIN_DIGITS = 10
const UNITED_KINGDOM = /^(united kingdom|uk|u\.k\.|gb|great britain|england|scotland|wales|northern ireland)$/i

/** One place to ask whether the shop delivers to a post code (D32). */
const isDeliverablePostCode = (entered: string) => looksLikePostCode(entered) && postCodeRemark(entered) === null

type Addressed = { status: OrderStatus; country: string; post_code: string; phone: string }

/**
 * D32: why an order that is not there yet cannot be delivered; empty where it can, or need not be any more. Orders that
 * were placed before checkout refused such addresses are found by it.
 */
export function whyUndeliverable({ status, country, post_code, phone }: Addressed): string[] {
  if (status === 'delivered' || status === 'cancelled') return []
  const isAbroad = !UNITED_KINGDOM.test(country.trim())
  return [
    ...(isAbroad ? [`the country is ${country.trim()}`] : []),
    ...(!isAbroad && !isDeliverablePostCode(post_code) ? [`${post_code.trim()} is no post code of the United Kingdom`] : []),
    ...(phone.replace(/\D/g, '').length < PHONE_MIN_DIGITS ? ['the phone number is too short'] : []),
  ]
}
