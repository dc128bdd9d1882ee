import { z } from 'zod'
import { messages } from '#shop/messages.ts'

/** §5 inventory adjustment: a whole number that is not zero, and a reason; anything else is told in one sentence. */
export const stockAdjustmentForm = z.object({
  change: z.coerce
    .number(messages.fillAllFields)
    .int(messages.fillAllFields)
    .refine((change) => change !== 0, messages.fillAllFields),
  reason: z
    .string({ error: messages.fillAllFields })
    .trim()
    .min(1, messages.fillAllFields)
    .max(500, messages.fillAllFields),
})
export type StockAdjustment = z.output<typeof stockAdjustmentForm>
