import type { Day } from '#shop/dates/dates.ts'

/** How many days before its best-before the dashboard starts to list a batch. */
export const EXPIRY_WARNING_DAYS = 30

export type ExpiringBatch = {
  id: string
  product_id: string
  name: string
  batch_number: string | null
  best_before: Day
  remaining: number
}

export const expiryMessages = {
  title: 'Best before soon',
  none: (days: number) => `Nothing in stock has its best-before within ${days} days.`,
  past: 'past, not sold',
  today: 'sold until tonight',
  pieces: (remaining: number) => `${remaining} ${remaining === 1 ? 'piece' : 'pieces'}`,
} as const

export function expiryLabel(best_before: Day, today: Day): string | null {
  if (best_before < today) return expiryMessages.past
  return best_before === today ? expiryMessages.today : null
}
