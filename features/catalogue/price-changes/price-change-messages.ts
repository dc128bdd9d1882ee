import { formatCount } from '#shop/text/format-count.ts'
import { listNames, namedPriceChanges, type ChangedPrice } from './changed-prices.ts'

const products = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`
const prices = (count: number) => `${formatCount(count)} ${count === 1 ? 'price' : 'prices'}`

export const priceChangeMessages = {
  title: 'Change prices',
  lead: 'By percent or by pounds, with a preview; for a day you can undo it.',
  linkForListed: (count: number) =>
    count === 1 ? 'Change its price' : `Change prices of all ${formatCount(count)} listed`,
  chosen: (count: number) => `For ${products(count)}`,
  chooseFirst: 'Choose products on the list of products, or a category there, and then Change prices.',
  tooMany: 'These are too many products for one change. Choose a category or search for fewer.',
  noneChosen: 'No product is chosen.',
  direction: 'Prices go',
  directions: { up: 'Up', down: 'Down' },
  amount: 'By how much',
  amountHint: 'Like 5 or 2.5',
  unit: 'Of what',
  units: { percent: 'Percent', pounds: 'Pounds (£)' },
  rounding: 'Round',
  roundings: { penny: 'Whole pence', 'ends-5': 'Ending in 5', 'ends-9': 'Ending in 9' },
  roundingHint:
    'To the nearest such price, half way upwards. A rise never ends below the old price, and a cut never above it.',
  amountInvalid: 'Please give an amount above 0, like 5 or 2.50',
  percentTooLarge: (most: number) =>
    `Please give at most ${formatCount(most)} percent. For a larger change, edit the product.`,
  preview: 'Show new prices',
  previewTitle: 'New prices',
  previewLead: 'Nothing is changed yet. What you untick stays as it is.',
  include: (name: string) => `Change ${name}`,
  now: 'Now',
  new: 'New',
  stays: 'stays',
  problems: {
    'too-low': 'stays: it would be £0 or less',
    'too-high': 'stays: it would be above £99,999.99',
    'on-offer': 'stays: it is on offer. End the offer first',
  },
  nothingChanges: 'This changes no price.',
  apply: (count: number) => `Change ${prices(count)}`,
  applying: 'Changing...',
  nothingTicked: 'Please tick at least one product',
  changedMeanwhile: (changed: readonly ChangedPrice[]) =>
    `No price was changed, because somebody else has changed this since you looked: ${namedPriceChanges(changed)}. The list shows the prices of now; if they are right, press the button again.`,
  badLines: 'No price was changed. Please look at the new prices once more.',
  done: (count: number) => `${products(count)} changed`,
  changedBy: (by: string | null, at: string) => (by === null ? at : `${at}, by ${by}`),
  undo: 'Undo',
  undoing: 'Undoing...',
  undoUntil: (at: string) => `You can undo this until ${at}.`,
  undoOver: 'A change of prices can be undone for a day; this one is older.',
  undoneBy: (by: string | null, at: string) => `Undone ${by === null ? at : `${at}, by ${by}`}.`,
  alreadyUndone: 'This change is undone already.',
  allChangedSince: 'Nothing was undone: all these prices were changed again since, and stay as they are.',
  keptSince: (names: readonly string[]) =>
    `Not undone, because the price was changed again since: ${listNames(names)}.`,
  old: 'Before',
  after: 'After',
  current: 'Now',
  recent: 'Changes so far',
  recentLink: 'Price changes so far',
  noneYet: 'No prices were changed together yet.',
  backToChanges: 'All price changes',
  notFound: 'There is no such change of prices.',
  failed: 'The prices could not be changed. Please try again.',
} as const
