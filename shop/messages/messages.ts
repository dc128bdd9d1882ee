import * as messages from './message-texts.ts'

/** Named exports, so that a page contains only those it uses. */
export { messages }

/** Shown in minutes, rounded up. */
export function tooManyTries(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  return `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
}
