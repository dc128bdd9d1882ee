import { z } from 'zod'
import { MAX_LINE_QUANTITY, MAX_PRICE } from '#shop/constants.ts'

// Every number of forms, carts and stored JSON has bounds, so that forged ones are refused before use.
// tests/architecture/bounded-numbers.test.ts refuses zod numbers anywhere else.

type Messages = string | { below: string; above: string }
const boundMessages = (given: Messages | undefined) =>
  typeof given === 'object' ? given : { below: given, above: given }

export function numberWithin(min: number, max: number, message?: Messages) {
  const { below, above } = boundMessages(message)
  return z.number(below).min(min, below).max(max, above)
}

export const wholeWithin = (min: number, max: number, message?: string) =>
  z.int(message).min(min, message).max(max, message)

/** Reads what a form field sends; an empty field is 0. */
export const typedNumber = <Bounded extends z.ZodType<number, number>>(bounded: Bounded) =>
  z.coerce.number().pipe(bounded)

/** The price of one product, in pounds. */
export const priceNumber = numberWithin(0, MAX_PRICE)
/** A total, in pounds. */
export const poundsNumber = numberWithin(0, 99_999_999)
export const poundsField = typedNumber(poundsNumber)
export const quantityNumber = wholeWithin(1, MAX_LINE_QUANTITY)
export const rowIdNumber = wholeWithin(1, 999_999_999_999)
/** The version of the row that a form was opened with (int4); 0 if there is no row yet. */
export const versionNumber = wholeWithin(0, 2 ** 31 - 1)
export const versionField = typedNumber(versionNumber)
