import {
  MAX_PRICE_PENCE,
  priceAfter,
  type PriceProblem,
  type PriceRule,
} from '#features/catalogue/price-changes/price-rule.ts'
import type { ShownOffer } from '#features/catalogue/products/product.ts'
import {
  addDays,
  formatDay,
  formatDayAndMonth,
  formatLondonDate,
  formatLondonDateTime,
  formatLondonTime,
  londonDay,
  type Day,
} from '#shop/dates/dates.ts'
import { fromPence, toPence } from '#shop/money/money.ts'

export const OFFER_UNITS = ['percent', 'pounds', 'price'] as const

/** Percent or pounds off, or the offer price itself. `hundredths`: of a per cent, or pence. */
export type OfferRule = Pick<PriceRule, 'hundredths' | 'rounding'> & { unit: (typeof OFFER_UNITS)[number] }
export type OfferProblem = PriceProblem | 'not-below' | 'overlaps'

type OfferEndReason =
  | 'over'
  | 'ended-early'
  | 'price-changed'
  | 'withdrawn'
  | 'missed'
  | 'archived'
  | 'not-below'

/** Planned until `started_at`, past from `ended_at`. */
export type Offer = {
  id: string
  product_id: string
  name: string
  offer_price: number
  starts_at: string
  ends_at: string
  started_at: string | null
  /** The price before and after the offer. */
  normal_price: number | null
  reference_until: string | null
  ended_at: string | null
  end_reason: OfferEndReason | null
  made_by: string | null
  ended_by: string | null
}
/** An offer of one product, with the fields that the product's form shows. */
export type OpenOffer = Pick<
  Offer,
  'id' | 'offer_price' | 'starts_at' | 'ends_at' | 'started_at' | 'normal_price'
>

/** A product in the preview; `price` is its normal price. */
export type OfferProduct = {
  id: string
  name: string
  net_weight: string | null
  price: number
  version: number
  is_active: boolean
  overlaps: boolean
  /** Since when it has been on sale at this price without a break; null if it is not, or this is not proved. */
  charged_since: string | null
  /** Until when "Was" may be shown, if nothing changes before the offer; null: never. */
  reference_until: string | null
}
export type OfferPreviewLine = OfferProduct & ({ offerPrice: number } | { problem: OfferProblem })

/** Takes and returns pence. An offer price is below the normal one. */
export function offerPriceAfter(
  pence: number,
  { unit, hundredths, rounding }: OfferRule,
): { pence: number } | { problem: OfferProblem } {
  const after =
    unit === 'price'
      ? hundredths <= MAX_PRICE_PENCE
        ? { pence: hundredths }
        : { problem: 'too-high' as const }
      : priceAfter(pence, { direction: 'down', unit, hundredths, rounding })
  return 'pence' in after && after.pence >= pence ? { problem: 'not-below' } : after
}

export const previewOffers = (products: readonly OfferProduct[], rule: OfferRule): OfferPreviewLine[] =>
  products.map((product) => {
    if (product.overlaps) return { ...product, problem: 'overlaps' }
    const after = offerPriceAfter(toPence(product.price), rule)
    return 'problem' in after
      ? { ...product, problem: after.problem }
      : { ...product, offerPrice: fromPence(after.pence) }
  })

/** '3 December 2026'; with the time unless it is midnight. */
export const formatOfferStart = (startsAt: string): string =>
  formatLondonTime(startsAt) === MIDNIGHT ? formatLondonDate(startsAt) : formatLondonDateTime(startsAt)

/** 'the end of 3 December 2026', or with the time. */
export function formatOfferEndWithYear(endsAt: string): string {
  const { day, time } = lastMoment(endsAt)
  return time === null ? `the end of ${formatDay(day)}` : formatLondonDateTime(endsAt)
}

const MIDNIGHT = '12:00 am'

/** The last London day of an offer that ends at midnight, otherwise day and time. */
function lastMoment(endsAt: string): { day: Day; time: string | null } {
  const time = formatLondonTime(endsAt)
  const day = londonDay(endsAt)
  return time === MIDNIGHT ? { day: addDays(day, -1), time: null } : { day, time }
}

export function showOffer(endsAt: string, was: number | null): ShownOffer {
  const { day, time } = lastMoment(endsAt)
  // Without the year, because no offer lasts longer than a year.
  const until = formatDayAndMonth(day)
  return time === null
    ? { was, until, validUntil: day }
    : { was, until: `${until}, ${time}`, validUntil: endsAt }
}
