import { z } from 'zod'
import {
  MAX_PERCENT_OFF,
  parseHundredths,
  PRICE_ROUNDINGS,
} from '#features/catalogue/price-changes/price-rule.ts'
import { addDays, isDay, londonDay, londonTimeToInstant, type Day } from '#shop/dates/dates.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { offerMessages } from './offer-messages.ts'
import { OFFER_UNITS, type OfferRule } from './offer.ts'

const MAX_OFFER_DAYS = 365
export const OFFER_FIELDS = [
  'amount',
  'unit',
  'rounding',
  'first_day',
  'first_time',
  'last_day',
  'last_time',
] as const

/** `startsAt` is null for an offer that starts at once. */
export type OfferTerms = { rule: OfferRule; startsAt: Date | null; endsAt: Date }
type Issue = { path: string; message: string }

/** The form at a given time; an unknown choice becomes the first one. Days and times are London's. */
export const offerForm = (now: Date) =>
  z
    .object({
      unit: z.enum(OFFER_UNITS).catch('percent'),
      amount: z.string().default(''),
      rounding: z.enum(PRICE_ROUNDINGS).catch('penny'),
      first_day: z.string().default(''),
      first_time: z.string().default(''),
      last_day: z.string().default(''),
      last_time: z.string().default(''),
    })
    .transform(({ unit, amount, rounding, ...times }, { addIssue }): OfferTerms => {
      const issues: Issue[] = []
      const hundredths = parseHundredths(amount)
      if (hundredths === null) issues.push({ path: 'amount', message: offerMessages.amountInvalid })
      else if (unit === 'percent' && hundredths > MAX_PERCENT_OFF * 100)
        issues.push({ path: 'amount', message: offerMessages.percentTooLarge })
      const period = readPeriod(times, now)
      if (!('endsAt' in period)) issues.push(period)
      if (hundredths !== null && issues.length === 0 && 'endsAt' in period)
        return { rule: { unit, hundredths, rounding }, ...period }
      for (const { path, message } of issues) addIssue({ code: 'custom', path: [path], message })
      return z.NEVER
    })

type Times = Record<'first_day' | 'first_time' | 'last_day' | 'last_time', string>

/** Without a first day, it starts at once; without times, it lasts from the start of the first day to the end of the last. */
function readPeriod(times: Times, now: Date): Pick<OfferTerms, 'startsAt' | 'endsAt'> | Issue {
  const first = readDay(times.first_day)
  const last = readDay(times.last_day)
  const firstTime = readTime(times.first_time)
  const lastTime = readTime(times.last_time)
  if (first === undefined) return { path: 'first_day', message: offerMessages.dayInvalid }
  if (firstTime === undefined) return { path: 'first_time', message: offerMessages.timeInvalid }
  if (!last) return { path: 'last_day', message: offerMessages.lastDayMissing }
  if (lastTime === undefined) return { path: 'last_time', message: offerMessages.timeInvalid }
  const today = londonDay(now)
  if (first === null && firstTime !== null)
    return { path: 'first_day', message: offerMessages.firstDayMissing }
  if (first !== null && first < today) return { path: 'first_day', message: offerMessages.startsInPast }
  const startsAt = first === null ? null : londonTimeToInstant(first, ...(firstTime ?? MIDNIGHT))
  const begins = startsAt !== null && startsAt > now ? startsAt : null
  const endsAt = lastTime
    ? londonTimeToInstant(last, ...lastTime)
    : londonTimeToInstant(addDays(last, 1), ...MIDNIGHT)
  if (endsAt <= now) return { path: 'last_day', message: offerMessages.endsInPast }
  if (begins !== null && endsAt <= begins) return { path: 'last_day', message: offerMessages.endsBeforeStart }
  if (londonDay(begins ?? now) > addDays(today, MAX_OFFER_DAYS))
    return { path: 'first_day', message: offerMessages.tooFar }
  if (last >= addDays(londonDay(begins ?? now), MAX_OFFER_DAYS))
    return { path: 'last_day', message: offerMessages.tooLong }
  return { startsAt: begins, endsAt }
}

type Time = [hour: number, minute: number]
const MIDNIGHT: Time = [0, 0]

/** Null for an empty field, undefined for anything that is not a day. */
function readDay(typed: string): Day | null | undefined {
  const day = trimWhiteSpace(typed)
  if (day === '') return null
  return isDay(day) ? day : undefined
}

/** Browsers send a time such as '17:00', some with seconds. */
function readTime(typed: string): Time | null | undefined {
  if (trimWhiteSpace(typed) === '') return null
  const [, hour, minute] =
    /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d{1,3})?)?$/.exec(trimWhiteSpace(typed)) ?? []
  return hour === undefined ? undefined : [Number(hour), Number(minute)]
}
