import { figure } from '#shop/figures.ts'
import { CHANGED_AT_ONCE_MOST } from './chosen-result.ts'

/** §5: a new product whose address will differ from another's by no more than a hyphen at an end. */
export const addressAlike = (slug: string, other: { name: string; slug: string }) =>
  `Its address, /products/${slug}, will be almost the one of ${other.name}: /products/${other.slug}. Another name keeps the two apart.`

const products = (count: number) => `${figure(count)} ${count === 1 ? 'product' : 'products'}`

/** Nothing is done to rows that nobody has counted on. */
export const listHasChanged = (was: number, is: number) =>
  `The list has changed since you chose it: ${was === is ? `it has ${products(is)} as before, but not the same ones` : `it had ${products(was)} and has ${products(is)} now`}. Nothing was changed. Look it over, then choose again.`
export const tooManyAtOnce = `At most ${products(CHANGED_AT_ONCE_MOST)} can be changed at once. Narrow the list by search, category or kind.`
/** Of a list that has changed behind somebody who works in it. */
export const productTableWords = { showAsItIs: 'Show the list as it is now', leftThisPage: 'Left this page' } as const
export const productSearchEnds = (listed: number) =>
  `A search lists ${products(listed)}: to reach the others, narrow it by more letters, category or kind.`
export const narrowToChooseAll = `To choose the whole list, narrow it to ${products(CHANGED_AT_ONCE_MOST)}`
