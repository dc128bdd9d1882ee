/** What became of one of the chosen rows, and why it was left as it is. */
export type ChosenResult = { id: string; name: string | null; is_done: boolean; why: string | null }
