export type SpecSentence = {
  section: string
  /** The rule, in few words. */
  sentence: string
  files?: string[]
  /** 'path › title of the test', or a part of the title that no other test of the file has. */
  tests?: string[]
  /** The decision that answers it otherwise on purpose; the tests hold the answer. */
  instead?: string
  /** Why it is not held yet; tests beside it hold a part of it. */
  open?: string
}

/** The sentences of one section, in its order. */
export const sentencesOf = (section: string, sentences: Omit<SpecSentence, 'section'>[]): SpecSentence[] =>
  sentences.map((sentence) => ({ section, ...sentence }))

export const OTHERWISE = 'docs/decisions/0009-where-the-words-of-the-spec-are-not-followed.md'
