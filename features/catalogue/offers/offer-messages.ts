import { formatLondonDate, formatLondonDateTime } from '#shop/dates/dates.ts'
import { formatPounds } from '#shop/money/money.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { formatOfferEndWithYear, formatOfferStart } from './offer.ts'
import {
  listNames,
  namedPriceChanges,
  type ChangedPrice,
} from '#features/catalogue/price-changes/changed-prices.ts'

const offers = (count: number) => `${formatCount(count)} ${count === 1 ? 'offer' : 'offers'}`
const products = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`
const period = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
  `from ${formatOfferStart(starts_at)} until ${formatOfferEndWithYear(ends_at)}`

/** Texts of the offers page and of the product form. */
export const offerMessages = {
  title: 'Offers',
  lead: 'A lower price for a time. It begins and ends by itself, and the former price comes back.',
  makeTitle: 'Make an offer',
  chosen: (count: number) => `For ${products(count)}`,
  chooseFirst:
    'Choose products on the list of products and then Make an offer, or open a product and follow Make an offer there.',
  tooMany: 'These are too many products for one offer. Choose a category or search for fewer.',
  noneChosen: 'No product is chosen.',
  amount: 'How much',
  amountHint: 'Like 10 or 2.50',
  unit: 'Of what',
  units: { percent: 'Percent off', pounds: 'Pounds off (£)', price: 'The offer price (£)' },
  rounding: 'Round',
  roundingHint: 'Rounding is for percent and pounds off; an offer price is taken as it is typed.',
  firstDay: 'First day',
  firstDayHint: 'Empty: at once',
  firstTime: 'From (time)',
  firstTimeHint: 'Empty: day begins',
  lastDay: 'Last day',
  lastDayHint: 'Shoppers see it',
  lastTime: 'Until (time)',
  lastTimeHint: 'Empty: day ends',
  amountInvalid: 'Please give an amount above 0, like 10 or 2.50',
  percentTooLarge: 'Please give less than 100 percent',
  dayInvalid: 'Please give a day, or leave it empty to begin at once',
  firstDayMissing: 'Please give the first day too, or leave the time empty',
  lastDayMissing: 'Please give the last day of the offer',
  timeInvalid: 'Please give a time like 09:30, or leave it empty',
  startsInPast: 'This day is over. Give today or a later day, or leave it empty to begin at once',
  endsInPast: 'The offer would be over already. Give a later day or time',
  endsBeforeStart: 'The offer would end before it begins. Give a later day or time',
  tooLong: 'An offer lasts at most a year',
  tooFar: 'An offer can be planned at most a year ahead',
  preview: 'Show offer prices',
  previewTitle: 'Offer prices',
  previewLead: 'Nothing is changed yet. What you untick gets no offer.',
  include: (name: string) => `Make an offer of ${name}`,
  normal: 'Normal price',
  offerPrice: 'Offer price',
  noOffer: 'no offer',
  problems: {
    'too-low': 'The price would be £0 or less',
    'too-high': 'The price would be above £99,999.99',
    'not-below': 'The price would not be below the normal one',
    overlaps: 'It has another offer in this time',
  },
  was: (pounds: number) => `Was ${formatPounds(pounds)}`,
  wasAllTime: (pounds: number) => `“Was ${formatPounds(pounds)}” all the time`,
  wasUntil: (pounds: number, until: string) =>
    `“Was ${formatPounds(pounds)}” until ${formatLondonDate(until)}`,
  wasNotYet: (chargedSince: string) =>
    `No “Was”: this price is charged since ${formatLondonDate(chargedSince)}, and it takes 28 days`,
  wasNotProved: 'No “Was”: it is not on sale now at its normal price',
  inactive: 'inactive, so shoppers do not see it',
  referenceHint:
    'Nobody types a “Was” price: it is the normal price, if the product was on sale at it for the 28 days before the offer without a break, and it is shown no longer than it was charged. The shop works it out once more when the offer begins.',
  nothingChanges: 'No product would get an offer.',
  make: (count: number) => `Make ${offers(count)}`,
  making: 'Making...',
  nothingTicked: 'Please tick at least one product',
  changedMeanwhile: (changed: readonly ChangedPrice[]) =>
    `No offer was made, because somebody else has changed this since you looked: ${namedPriceChanges(changed)}. The list shows the prices of now; if they are right, press the button again.`,
  overlaps: (names: readonly string[]) =>
    `No offer was made, because another offer is in this time already: ${listNames(names)}.`,
  badLines: 'No offer was made. Please look at the offer prices once more.',
  badTimes: 'No offer was made, because its time is over by now or too long. Please look at the days again.',
  running: 'Running now',
  planned: 'Planned',
  past: 'Past',
  noneRunning: 'No offer is running.',
  nonePlanned: 'No offer is planned.',
  nonePast: 'No offer has ended so far.',
  period,
  instead: (normal: number) => `instead of ${formatPounds(normal)}`,
  madeBy: (by: string | null) => (by === null ? null : `made by ${by}`),
  wasShownUntil: (until: string | null, endsAt: string) => {
    if (until === null) return 'without “Was”: not charged for 28 days before'
    return until >= endsAt ? 'with “Was”' : `with “Was” until ${formatLondonDate(until)}`
  },
  endReasons: {
    over: 'Ended as planned',
    'ended-early': 'Ended early',
    'price-changed': 'Ended, because the price was changed; the new price stayed',
    withdrawn: 'Withdrawn before it began',
    missed: 'Did not run: the shop was switched off in that time',
    archived: 'Did not begin: the product is archived',
    'not-below': 'Did not begin: the price was no longer above the offer price',
  },
  endedAt: (at: string, by: string | null) =>
    by === null ? formatLondonDateTime(at) : `${formatLondonDateTime(at)}, by ${by}`,
  endNow: 'End now',
  withdraw: 'Withdraw',
  ending: 'Ending...',
  endHint: (normal: number) => `The price goes back to ${formatPounds(normal)}.`,
  alreadyOver: 'This offer is over already.',
  notFound: 'There is no such offer.',
  failed: 'The offer could not be saved. Please try again.',
  backToOffers: 'All offers',
  bulkAction: 'Make an offer',
  onOffer: 'On offer',
  formTitle: 'Offers',
  formRunning: (offer: { ends_at: string; normal_price: number }) =>
    `The price above is the offer price, until ${formatOfferEndWithYear(offer.ends_at)}; then it is ${formatPounds(offer.normal_price)} again. If you save another price, the offer ends and your price stays.`,
  formPlanned: (offer: { offer_price: number; starts_at: string; ends_at: string }) =>
    `${formatPounds(offer.offer_price)} is planned ${period(offer)}. It begins if the price is above ${formatPounds(offer.offer_price)} then, and the price of that day comes back after it.`,
  formLink: 'Make an offer',
  formListLink: 'End or withdraw it on the page of offers',
} as const
