import type { CheckCounter } from './proof.ts'
import type { ProofContext } from './proof-context.ts'

const SHORT_RUN_SCALE = 0.01

/** The short run within `npm test`. */
export const isShortRun = ({ scale }: Pick<ProofContext, 'scale'>): boolean => scale < SHORT_RUN_SCALE

/** Counts as one check. */
export function skipInShortRun(checks: CheckCounter): string {
  checks.add(1)
  return 'left to the longer forms'
}
