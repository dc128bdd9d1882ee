/** What became of one of the chosen rows: `same` was so already. `why` says why one was refused. */
export type ChosenResult = { id: string; name: string | null; became: 'changed' | 'same' | 'refused'; why: string | null }

/** What is changed together ends within seconds, and its results can still be read. */
export const CHANGED_AT_ONCE_MOST = 1_000

/** What there was of a list when it was chosen as a whole: how many products, and a mark of which ones. */
export type SeenList = { total: number; mark: string }
