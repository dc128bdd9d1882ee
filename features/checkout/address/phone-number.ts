import { MIN_PHONE_DIGITS } from '#shop/constants.ts'

/** The digits of 'ext. 12', 'x12' or '#12' after a number do not count. */
const EXTENSION = /(?:[eE][xX][tT]|[xX]|#)[a-zA-Z]*[^0-9a-zA-Z]{0,3}[0-9]{1,6}[^0-9a-zA-Z]*$/
const INTERNATIONAL_PREFIX = /^(?:\+|00)440?/

/** At least ten digits, in any grouping; the same rule as features/checkout/sql/is_phone_number.sql. */
export function isPhoneNumber(entered: string): boolean {
  const digits = entered.replace(EXTENSION, '').replace(/[^0-9+]+/g, '')
  return digits.replace(INTERNATIONAL_PREFIX, '0').replaceAll('+', '').length >= MIN_PHONE_DIGITS
}
