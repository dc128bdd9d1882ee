import { setTimeout as pause } from 'node:timers/promises'
import { formatError } from '#server/logging/error-serializer.ts'
import { StartupError } from '#server/start/startup-error.ts'

export const SHUTDOWN_TIMEOUT_MS = 10_000
/** npm passes on the Ctrl-C that the terminal has sent to everybody: what follows so soon is the same one. */
const REPEATED_SIGNAL_MS = 500

/** For the person at the terminal, whoever else reads along. */
const print = (problem: unknown) =>
  void process.stderr.write(`${problem instanceof Error && StartupError.is(problem) ? problem.message : formatError(problem)}\n`)

export type Shutdown = ReturnType<typeof createShutdown>
type Close = () => Promise<void>

/** A process that ends on SIGTERM, on Ctrl-C or by a failure, and closes what it has opened before. */
export function createShutdown() {
  /** In the order in which they end: requests under way still need the database. */
  const closers: { http?: Close; shop?: Close; database?: Close } = {}
  const shutdownController = new AbortController()
  let ended: Promise<never> | undefined
  let shutdownRequestedAt = 0

  const end = () => {
    if (!ended) shutdownRequestedAt = performance.now()
    shutdownController.abort()
    return (ended ??= (async () => {
      for (const close of [closers.http, closers.shop, closers.database]) {
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
    if (ended && performance.now() - shutdownRequestedAt > REPEATED_SIGNAL_MS) process.exit(130)
    void end()
  })

  return {
    closers,
    shutdownSignal: shutdownController.signal,
    /** A problem that its reader can mend is one line; anything else is a bug and shows where it came from. */
    async fail(problem: unknown) {
      // What breaks off because somebody ends the shop was asked for.
      if (!shutdownController.signal.aborted) {
        print(problem)
        process.exitCode = 1
      }
      await end()
    },
  }
}

/** Nothing that is still opening is left behind by an end, but nobody waits for it for ever. */
export async function closeWhenOpened(opening: Promise<{ stop: () => Promise<void> }>) {
  const opened = await Promise.race([opening.catch(() => undefined), pause(SHUTDOWN_TIMEOUT_MS, undefined)])
  await opened?.stop()
}
