import { LINE_QUANTITY_MAX } from '#shop/spec.ts'
import { mostOfOne } from './cart-sentences.ts'

/** §5: why the popup takes no more: less is left to add than was asked for, and something of it still is. */
export const onlySoMany = (addable: number, stock: number) => {
  if (addable === 0 || stock > LINE_QUANTITY_MAX) return mostOfOne(stock)
  return addable < stock ? `Only ${addable} more available` : `Only ${addable} available`
}
