import type { Mutant } from './mutants.ts'
import type { ProofContext } from './proof-context.ts'

/** One long proof: steps that look for a wrong answer, and guards without which they have to find one. */
export type ProofDefinition = {
  /** The word that runs it alone: `npm run prove -- name`. */
  name: string
  title: string
  /** What is tried, and what would be a wrong answer. */
  about: string
  steps: readonly ProofStep[]
  mutants: readonly Mutant[]
}

export type ProofStep = {
  /** One word; a mutant names the step that has to find it. */
  name: string
  /** What is tried, as a sentence of the report. */
  scenario: string
  /** Looks for wrong answers and counts them in `tries`; what it gives back is told beside the count. */
  runProof(proofContext: ProofContext, checks: CheckCounter): Promise<string | void>
}

/** How often something was tried, and every time it went wrong. */
export class CheckCounter {
  times = 0
  readonly wrong: string[] = []

  /** One try more; `otherwise` is asked for only when it went wrong. */
  expect(isRight: boolean, otherwise: () => string) {
    this.times += 1
    if (!isRight) this.wrong.push(otherwise())
  }

  /** So many tries more, of which these went wrong. */
  add(times: number, wrong: readonly string[] = []) {
    this.times += times
    this.wrong.push(...wrong)
  }
}
