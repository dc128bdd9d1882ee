export type BulkEditResult = {
  id: string
  name: string | null
  outcome: 'changed' | 'same' | 'refused'
  why: string | null
  /** It is refused until it is confirmed. */
  canConfirm?: true
}

/** What a bulk edit does to the products that it changes. */
export type BulkEditDone = 'changed' | 'archived' | 'brought-back'

/** A change of this many ends within seconds, and the results remain readable. */
export const MAX_BULK_EDIT_PRODUCTS = 1_000

/** The list when it was selected as a whole; `mark` is the fingerprint of the IDs. */
export type ListSnapshot = { total: number; mark: string }
