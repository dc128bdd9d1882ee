/** Pounds to whole pence. Throws a RangeError for NaN, infinity, or amounts beyond exact integers. */
export function toPence(pounds: number): number {
  const pence = Math.round(pounds * 100)
  if (!Number.isSafeInteger(pence)) throw new RangeError(`${pounds} is no amount of money in pounds.`)
  return pence
}

/** Whole pence to pounds. Throws a RangeError for anything but an exact integer. */
export function fromPence(pence: number): number {
  if (!Number.isSafeInteger(pence)) throw new RangeError(`${pence} is no whole number of pence.`)
  return pence / 100
}

/** In pounds. Throws a RangeError for a fractional or negative quantity. */
export function lineSubtotal(price: number, quantity: number): number {
  if (!Number.isSafeInteger(quantity) || quantity < 0) throw new RangeError(`${quantity} is no quantity.`)
  return fromPence(toPence(price) * quantity)
}

/** In pounds, calculated in pence. */
export function sumPounds(amounts: Iterable<number>): number {
  let pence = 0
  for (const amount of amounts) pence += toPence(amount)
  return fromPence(pence)
}

/** 1234.5 → '£1,234.50'. Does not use Intl, so that all browsers and the server agree. */
export function formatPounds(pounds: number): string {
  const pence = toPence(pounds)
  const digits = String(Math.abs(pence)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${pence < 0 ? '-' : ''}£${whole}.${digits.slice(-2)}`
}
