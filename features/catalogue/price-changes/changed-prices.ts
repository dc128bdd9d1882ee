import { formatPounds } from '#shop/money/money.ts'
import { formatCount } from '#shop/text/format-count.ts'

export type ChangedPrice = { name: string; price: number; seen_price: number }
const MAX_NAMED = 5

/** At most five names, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${formatCount(more)} more` : names.join(', ')
}

/** Products that others have changed since the preview, with both prices. */
export const namedPriceChanges = (changed: readonly ChangedPrice[]): string =>
  listNames(
    changed.map(({ name, price, seen_price }) =>
      price === seen_price
        ? name
        : `${name} (was ${formatPounds(seen_price)}, is now ${formatPounds(price)})`,
    ),
  )
