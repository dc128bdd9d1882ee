export type BulkEditResult = {
  id: string
  name: string | null
  outcome: 'changed' | 'same' | 'refused'
  why: string | null
  /** Refused until the user confirms it. */
  canConfirm?: true
}

/** What a bulk edit did to the changed products. */
export type BulkEditDone = 'changed' | 'archived' | 'brought-back'

/** A change of this many takes seconds, and the results remain readable. */
export const MAX_BULK_EDIT_PRODUCTS = 1_000

/** The list when all of it was selected; `mark` is the fingerprint of the IDs. */
export type ListSnapshot = { total: number; mark: string }
