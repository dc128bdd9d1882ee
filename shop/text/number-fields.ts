import { z } from 'zod'
import { MAX_LINE_QUANTITY, MAX_PRICE } from '#shop/constants.ts'

// All numbers of forms, carts and stored JSON: none is without bounds, so that a forged one is refused before it is
// calculated with or stored. tests/architecture/bounded-numbers.test.ts refuses numbers of zod anywhere else.

type Messages = string | { below: string; above: string }
const boundMessages = (given: Messages | undefined) =>
  typeof given === 'object' ? given : { below: given, above: given }

export function numberWithin(min: number, max: number, message?: Messages) {
  const { below, above } = boundMessages(message)
  return z.number(below).min(min, below).max(max, above)
}

export const wholeWithin = (min: number, max: number, message?: string) =>
  z.int(message).min(min, message).max(max, message)

/** Reads what a form field sends; an empty one is 0. */
export const typedNumber = <Bounded extends z.ZodType<number, number>>(bounded: Bounded) =>
  z.coerce.number().pipe(bounded)

/** The price of one product, in pounds. */
export const priceNumber = numberWithin(0, MAX_PRICE)
/** A sum, in pounds. */
export const poundsNumber = numberWithin(0, 99_999_999)
export const poundsField = typedNumber(poundsNumber)
export const quantityNumber = wholeWithin(1, MAX_LINE_QUANTITY)
export const rowIdNumber = wholeWithin(1, 999_999_999_999)
/** The version of a row that a form was made with, as a column of int4 holds it; 0 where there is no row yet. */
export const versionNumber = wholeWithin(0, 2 ** 31 - 1)
export const versionField = typedNumber(versionNumber)
