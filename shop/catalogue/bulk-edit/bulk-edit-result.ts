/** What became of one of the chosen rows: `same` was so already. `why` says why one was refused. */
export type BulkEditResult = { id: string; name: string | null; outcome: 'changed' | 'same' | 'refused'; why: string | null }

/** What is changed together ends within seconds, and its results can still be read. */
export const MAX_BULK_EDIT_PRODUCTS = 1_000

/** What there was of a list when it was chosen as a whole: how many products, and a mark of which ones. */
export type ListSnapshot = { total: number; mark: string }
