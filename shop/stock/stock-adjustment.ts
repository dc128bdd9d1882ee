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

/** §5: the stock that a change would lead to, shown before it is made; below zero it is refused (D27). */
export const stockAfter = (stock: number, change: number): number => stock + change

/** A line of a product's stock history. */
export type StockMovement = {
  id: number
  quantity_change: number
  stock_after: number
  reason: string
  action_type: 'initial_stock' | 'manual_adjustment' | 'order_placed' | 'order_edited' | 'order_cancelled'
  author_kind: 'customer' | 'admin' | 'system'
  author_name: string | null
  order_id: string | null
  created_at: string
}
