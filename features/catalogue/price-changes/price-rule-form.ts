import { z } from 'zod'
import { priceChangeMessages } from './price-change-messages.ts'
import {
  MAX_PERCENT,
  parseHundredths,
  PRICE_DIRECTIONS,
  PRICE_ROUNDINGS,
  PRICE_UNITS,
  type PriceRule,
} from './price-rule.ts'

/** The fields of the form; an unknown choice becomes the first one. */
export const priceRuleForm = z
  .object({
    direction: z.enum(PRICE_DIRECTIONS).catch('up'),
    unit: z.enum(PRICE_UNITS).catch('percent'),
    amount: z.string().default(''),
    rounding: z.enum(PRICE_ROUNDINGS).catch('penny'),
  })
  .transform(({ amount, ...choices }, { addIssue }): PriceRule => {
    const hundredths = parseHundredths(amount)
    const isTooMuch = choices.unit === 'percent' && (hundredths ?? 0) > MAX_PERCENT * 100
    if (hundredths !== null && !isTooMuch) return { ...choices, hundredths }
    const message = isTooMuch
      ? priceChangeMessages.percentTooLarge(MAX_PERCENT)
      : priceChangeMessages.amountInvalid
    addIssue({ code: 'custom', path: ['amount'], message })
    return z.NEVER
  })
