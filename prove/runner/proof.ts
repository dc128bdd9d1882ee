import type { Mutant } from './mutants.ts'
import type { ProofContext } from './proof-context.ts'

export type ProofDefinition = {
  /** The name for `npm run prove -- name`. */
  name: string
  title: string
  /** For the report: what is tried, and what counts as wrong. */
  about: string
  steps: readonly ProofStep[]
  mutants: readonly Mutant[]
}

export type ProofStep = {
  name: string
  scenario: string
  runProof(proofContext: ProofContext, checks: CheckCounter): Promise<string | void>
}

export class CheckCounter {
  times = 0
  readonly wrong: string[] = []

  /** `describe` is called only if the check failed. */
  expect(isRight: boolean, describe: () => string) {
    this.times += 1
    if (!isRight) this.wrong.push(describe())
  }

  add(times: number, wrong: readonly string[] = []) {
    this.times += times
    this.wrong.push(...wrong)
  }
}

/** Counts as one check. */
export function skipStep(checks: CheckCounter, reason: string): string {
  checks.add(1)
  return reason
}
