import { MIN_PHONE_DIGITS } from '#shop/constants.ts'

/** 'ext. 12', 'x12' or '#12' after a number: whoever calls needs it, but it is no part of the number. */
const EXTENSION = /(?:[eE][xX][tT]|[xX]|#)[a-zA-Z]*[^0-9a-zA-Z]{0,3}[0-9]{1,6}[^0-9a-zA-Z]*$/
const INTERNATIONAL_PREFIX = /^(?:\+|00)440?/

/**
 * Whether a text holds a phone number that somebody can be called at: at least ten digits, as they are dialled within the
 * United Kingdom. How they are grouped does not matter. db/procedures/checkout/is_phone_number.sql says the same.
 */
export function isPhoneNumber(entered: string): boolean {
  const digits = entered.replace(EXTENSION, '').replace(/[^0-9+]+/g, '')
  return digits.replace(INTERNATIONAL_PREFIX, '0').replaceAll('+', '').length >= MIN_PHONE_DIGITS
}
