import * as messages from './message-texts.ts'

/** The sentences by name; each is an export of its own, so that a page carries only those it says. */
export { messages }

/** How long somebody who tried too often has to wait, in minutes that are full. */
export function tooManyTries(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  return `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
}
