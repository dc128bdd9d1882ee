import type { CheckCounter } from './proof.ts'
import type { ProofContext } from './proof-context.ts'

const SHORT_RUN_SCALE = 0.01

/** Whether this is the hair of a proof that runs with the tests, whose time is short. */
export const isShortRun = ({ scale }: Pick<ProofContext, 'scale'>): boolean => scale < SHORT_RUN_SCALE

/** A step that would take too long with the tests says so, and is one try of nothing. */
export function skipInShortRun(checks: CheckCounter): string {
  checks.add(1)
  return 'left to the longer forms'
}
