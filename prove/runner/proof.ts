import type { Mutant } from './mutants.ts'
import type { ProofContext } from './proof-context.ts'

/** A proof: steps that search for wrong behaviour, and mutants that they have to detect. */
export type ProofDefinition = {
  /** Name for `npm run prove -- name`. */
  name: string
  title: string
  /** Introduction in the report: what is tried, and what counts as wrong. */
  about: string
  steps: readonly ProofStep[]
  mutants: readonly Mutant[]
}

export type ProofStep = {
  /** Name that mutants refer to. */
  name: string
  /** What is tried, for the report. */
  scenario: string
  /** Runs the step and counts its checks; the returned note is shown in the report. */
  runProof(proofContext: ProofContext, checks: CheckCounter): Promise<string | void>
}

/** Number of checks, and the failed ones. */
export class CheckCounter {
  times = 0
  readonly wrong: string[] = []

  /** Counts one check; `describe` is called only if it failed. */
  expect(isRight: boolean, describe: () => string) {
    this.times += 1
    if (!isRight) this.wrong.push(describe())
  }

  /** Counts several checks and their failures. */
  add(times: number, wrong: readonly string[] = []) {
    this.times += times
    this.wrong.push(...wrong)
  }
}
