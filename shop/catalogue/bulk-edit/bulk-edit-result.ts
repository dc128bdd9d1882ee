/** The result for one product: `same` if it needed no change; `why` gives the reason of a refusal. */
export type BulkEditResult = {
  id: string
  name: string | null
  outcome: 'changed' | 'same' | 'refused'
  why: string | null
}

/** A change of this many ends within seconds, and the results remain readable. */
export const MAX_BULK_EDIT_PRODUCTS = 1_000

/** A list when it was selected as a whole: number of products and fingerprint of their IDs. */
export type ListSnapshot = { total: number; mark: string }
