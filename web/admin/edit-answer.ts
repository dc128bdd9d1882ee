import type { Difference, EditBase, OrderDraft } from './order-draft.ts'

/** What the server says to an edit. A refusal brings back what was typed, beside the order as it is now. */
export type EditAnswer = {
  intent: 'edit'
  kind: 'done' | 'refused' | 'failed'
  message: string
  /** Name of the field to sentence. */
  errors: Record<string, string>
  draft?: OrderDraft
  /** What the next attempt is compared with. */
  base?: EditBase
  /** What somebody else changed, and who was the last to. */
  changes?: { by: string; lines: Difference[] }
}

/** The fetcher of an order's edit form. */
export const editKeyOf = (orderId: string) => `edit-${orderId}`
