/** Pounds with two decimals in fields and columns; sums are made in whole pence, never in binary fractions (D14). */

/** Pounds to whole pence; throws for what is no amount of money, because a wrong price must never be guessed. */
export function toPence(pounds: number): number {
  const pence = Math.round(pounds * 100)
  if (!Number.isSafeInteger(pence)) throw new RangeError(`${pounds} is no amount in pounds`)
  return pence
}

export const fromPence = (pence: number): number => pence / 100

/** Price in pounds times pieces, in pounds. */
export const lineSubtotal = (price: number, quantity: number): number => fromPence(toPence(price) * quantity)

/** The sum of amounts in pounds, exact to the penny. */
export const sumPounds = (amounts: Iterable<number>): number =>
  fromPence([...amounts].reduce((pence, pounds) => pence + toPence(pounds), 0))

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
/** '£4.50': §9, pounds sterling with two decimals. */
export const formatPounds = (amount: number): string => pounds.format(fromPence(toPence(amount)))
