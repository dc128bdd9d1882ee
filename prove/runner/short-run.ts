import type { Tries } from './proof.ts'
import type { Stage } from './proof-context.ts'

const SHORTEST = 0.01

/** Whether this is the hair of a proof that runs with the tests, whose time is short. */
export const isForTests = ({ scale }: Pick<Stage, 'scale'>): boolean => scale < SHORTEST

/** A step that would take too long with the tests says so, and is one try of nothing. */
export function leftOut(tries: Tries): string {
  tries.add(1)
  return 'left to the longer forms'
}
