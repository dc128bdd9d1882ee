import { setTimeout as pause } from 'node:timers/promises'
import { errorText } from '#server/logging/error-serializer.ts'
import { PlainProblem } from '#server/start/startup-error.ts'

export const PATIENCE_MILLISECONDS = 10_000
/** npm passes on the Ctrl-C that the terminal has sent to everybody: what follows so soon is the same one. */
const SAME_KEY_MILLISECONDS = 500

/** For the person at the terminal, whoever else reads along. */
const print = (problem: unknown) =>
  void process.stderr.write(`${problem instanceof Error && PlainProblem.is(problem) ? problem.message : errorText(problem)}\n`)

export type Life = ReturnType<typeof beginLife>
type Close = () => Promise<void>

/** A process that ends on SIGTERM, on Ctrl-C or by a failure, and closes what it has opened before. */
export function beginLife() {
  /** In the order in which they end: requests under way still need the database. */
  const ends: { http?: Close; shop?: Close; database?: Close } = {}
  const ending = new AbortController()
  let ended: Promise<never> | undefined
  let askedAt = 0

  const end = () => {
    if (!ended) askedAt = performance.now()
    ending.abort()
    return (ended ??= (async () => {
      for (const close of [ends.http, ends.shop, ends.database]) {
        await close?.().catch(print)
      }
      return process.exit()
    })())
  }
  // Node itself would print every field of the error, and those of the database hold rows.
  process.on('uncaughtException', (problem) => {
    print(problem)
    process.exit(1)
  })
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => {
    // Asked twice, the shop goes at once.
    if (ended && performance.now() - askedAt > SAME_KEY_MILLISECONDS) process.exit(130)
    void end()
  })

  return {
    ends,
    ending: ending.signal,
    /** A problem that its reader can mend is one line; anything else is a bug and shows where it came from. */
    async fail(problem: unknown) {
      // What breaks off because somebody ends the shop was asked for.
      if (!ending.signal.aborted) {
        print(problem)
        process.exitCode = 1
      }
      await end()
    },
  }
}

/** Nothing that is still opening is left behind by an end, but nobody waits for it for ever. */
export async function closeOnceOpen(opening: Promise<{ stop: () => Promise<void> }>) {
  const opened = await Promise.race([opening.catch(() => undefined), pause(PATIENCE_MILLISECONDS, undefined)])
  await opened?.stop()
}
