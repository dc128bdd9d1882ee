export type SpecSentence = {
  section: string
  /** The rule, in few words. */
  sentence: string
  files?: string[]
  /** 'path › title of the test', or a part of the title that no other test of the file has. */
  tests?: string[]
  /** Why it is not held yet; tests beside it hold a part of it. */
  open?: string
}

/** The sentences of one section, in its order. */
export const sentencesOf = (section: string, sentences: Omit<SpecSentence, 'section'>[]): SpecSentence[] =>
  sentences.map((sentence) => ({ section, ...sentence }))

/** What is waited for is the same in many sentences. */
export const LATER = {
  catalogueScreens: 'the back-office screens for products, categories and stock come in their own issue',
  editDialog: 'the edit dialog of an order comes with the next back-office issue',
  reset: 'the reset by mail comes in its own issue; until then the page tells whom to write or ring',
} as const
