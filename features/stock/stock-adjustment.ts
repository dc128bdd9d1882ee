import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { MAX_STOCK } from '#shop/constants.ts'
import { numberWithin } from '#shop/text/number-fields.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'

/** A non-zero whole number and a reason; all errors share one message. */
export const stockAdjustmentForm = z.object({
  // The procedure refuses larger numbers as well, but PostgreSQL's integers end soon after.
  change: z
    .string(messages.fillAllFields)
    .overwrite(trimWhiteSpace)
    .regex(/^[+-]?\d+$/, messages.fillAllFields)
    .transform(Number)
    .pipe(
      numberWithin(-MAX_STOCK, MAX_STOCK, {
        below: messages.stockBelowZero,
        above: messages.stockTooHigh,
      }).refine((change) => change !== 0, messages.fillAllFields),
    ),
  reason: z
    .string({ error: messages.fillAllFields })
    .overwrite(trimWhiteSpace)
    .min(1, messages.fillAllFields)
    .max(500, messages.fillAllFields),
})
export type StockAdjustment = z.output<typeof stockAdjustmentForm>
