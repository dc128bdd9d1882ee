export type SpecSentence = {
  /** Of the spec, such as '§4', or a decision, such as 'D17'. */
  section: string
  /** What it says, in few words. */
  sentence: string
  /** Where it is held. */
  files: readonly string[]
  /** 'path › title', as the test's file has it. */
  tests: readonly string[]
  /** Why it is not held yet. */
  open?: string
}

/** A sentence that is held: by which files, proven by which tests. */
export const held = (section: string, sentence: string, files: string[], tests: string[]): SpecSentence => ({
  section, sentence, files, tests,
})

/** A sentence that is not there yet, and why. */
export const open = (section: string, sentence: string, why: string): SpecSentence => ({
  section, sentence, files: [], tests: [], open: why,
})
