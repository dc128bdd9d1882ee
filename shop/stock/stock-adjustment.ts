import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { MAX_STOCK } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'

/** Inventory adjustment: a whole number that is not zero, and a reason; anything else is told in one sentence. */
export const stockAdjustmentForm = z.object({
  // More than the highest stock would not only be refused by the procedure: PostgreSQL's numbers end soon after.
  change: z
    .string(messages.fillAllFields)
    .overwrite(trimWhiteSpace)
    .regex(/^[+-]?\d+$/, messages.fillAllFields)
    .transform(Number)
    .pipe(
      z
        .number(messages.fillAllFields)
        .min(-MAX_STOCK, messages.stockBelowZero)
        .max(MAX_STOCK, messages.stockTooHigh)
        .refine((change) => change !== 0, messages.fillAllFields),
    ),
  reason: z
    .string({ error: messages.fillAllFields })
    .overwrite(trimWhiteSpace)
    .min(1, messages.fillAllFields)
    .max(500, messages.fillAllFields),
})
export type StockAdjustment = z.output<typeof stockAdjustmentForm>
