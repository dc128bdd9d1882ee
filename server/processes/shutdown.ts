import { setTimeout as pause } from 'node:timers/promises'
import { formatError } from '#server/logging/error-serializer.ts'
import { StartupError } from '#server/start/startup-error.ts'

export const SHUTDOWN_TIMEOUT_MS = 10_000
/** npm forwards the Ctrl-C that the terminal has sent already; a second SIGINT within this time is the same one. */
const REPEATED_SIGNAL_MS = 500

const print = (problem: unknown) =>
  void process.stderr.write(
    `${problem instanceof Error && StartupError.is(problem) ? problem.message : formatError(problem)}\n`,
  )

export type Shutdown = ReturnType<typeof createShutdown>
type Close = () => Promise<void>

export function createShutdown() {
  /** Run in this order, because requests in progress still need the database. */
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
  // Node would print all fields of the error, and those of database errors contain rows.
  process.on('uncaughtException', (problem) => {
    print(problem)
    process.exit(1)
  })
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => {
    if (ended && performance.now() - shutdownRequestedAt > REPEATED_SIGNAL_MS) process.exit(130)
    void end()
  })

  return {
    closers,
    shutdownSignal: shutdownController.signal,
    /** Prints a startup error as one line, other problems with their stack. */
    async fail(problem: unknown) {
      // Failures during a requested shutdown are expected.
      if (!shutdownController.signal.aborted) {
        print(problem)
        process.exitCode = 1
      }
      await end()
    },
  }
}

/** What is still opening is stopped once it is open, unless that takes longer than the shutdown timeout. */
export async function closeWhenOpened(opening: Promise<{ stop: () => Promise<void> }>) {
  const opened = await Promise.race([opening.catch(() => undefined), pause(SHUTDOWN_TIMEOUT_MS, undefined)])
  await opened?.stop()
}
