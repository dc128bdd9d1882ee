/** A product picked in the form, active or not. */
export type PickedProduct = { id: string; name: string }

/** Repeated for each pick, in order. */
export const PAIRS_WITH_FIELD = 'pairs_with'
/** Sent with the picks, because a form without picks sends no field for them. */
export const HAS_PAIRINGS_FIELD = 'has_pairings'

export const pairingMessages = {
  legend: 'Goes well with',
  hint: 'Up to four products, shown on this product’s page, those in stock first. Without any, the page shows what at least five customers bought together with it.',
  searchLabel: 'Find a product by name',
  noneFound: 'No other product is found.',
  searchFailed: 'The products could not be searched. Try again.',
  full: 'Four are picked. Take one away to pick another.',
} as const
