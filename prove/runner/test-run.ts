import type { CheckCounter } from './proof.ts'
import { SHORT_SCALE, type ProofContext } from './proof-context.ts'

/** Within `npm test`, which runs less than `npm run prove -- --short`. */
export const isTestRun = ({ scale }: Pick<ProofContext, 'scale'>): boolean => scale < SHORT_SCALE

/** Counts as one check. */
export function skipStep(checks: CheckCounter, reason: string): string {
  checks.add(1)
  return reason
}

export const skipInTestRun = (checks: CheckCounter): string => skipStep(checks, 'not run by npm test')
