import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { formatError } from '#platform/logging/error-serializer.ts'
import { StartupError } from './startup-error.ts'
import { withTimeout } from './with-timeout.ts'

export const SHUTDOWN_TIMEOUT_MS = 10_000
/** npm forwards the Ctrl-C that the terminal has already sent; a second SIGINT within this time is the same one. */
export const REPEATED_SIGNAL_MS = 500

const print = (problem: unknown) =>
  void process.stderr.write(
    `${problem instanceof Error && StartupError.is(problem) ? problem.message : formatError(problem)}\n`,
  )

export type Shutdown = ReturnType<typeof createShutdown>
type Close = () => Promise<void>
/** SIGTERM drains: requests are answered for some more seconds, until load balancers have noticed. */
type ShutdownMode = 'drain' | 'at once'

export function createShutdown() {
  /** Run in this order, because requests in progress still need the database. */
  const closers: {
    drain?: (cut: AbortSignal) => Promise<void>
    http?: (mode: ShutdownMode) => Promise<void>
    shop?: Close
    database?: Close
  } = {}
  const shutdownController = new AbortController()
  const drainCut = new AbortController()
  let ended: Promise<never> | undefined
  let shutdownRequestedAt = 0
  let log: Pick<Logger, 'info'> | undefined
  /** A failed start prints only one line. */
  let isEndLogged = false

  async function close(mode: ShutdownMode): Promise<never> {
    if (mode === 'drain') await closers.drain?.(drainCut.signal)
    shutdownController.abort()
    await closers.http?.(mode).catch(print)
    for (const closePart of [closers.shop, closers.database]) await closePart?.().catch(print)
    if (isEndLogged)
      log?.info({ milliseconds: Math.round(performance.now() - shutdownRequestedAt) }, 'The shop has ended.')
    return process.exit()
  }
  const end = (mode: ShutdownMode, signal?: NodeJS.Signals) => {
    if (!ended) {
      shutdownRequestedAt = performance.now()
      if (signal) {
        isEndLogged = true
        log?.info({ signal }, 'The shop is closing.')
      }
    }
    if (mode === 'at once') drainCut.abort()
    return (ended ??= close(mode))
  }
  // Node would print all fields of the error, and those of database errors contain rows.
  process.on('uncaughtException', (problem) => {
    print(problem)
    process.exit(1)
  })
  process.on('SIGTERM', () => void end('drain', 'SIGTERM'))
  process.on('SIGINT', () => {
    // A worker process gets the signal from both the terminal and the primary process, which decides whether
    // it is repeated.
    const isRepeated = cluster.isPrimary && performance.now() - shutdownRequestedAt > REPEATED_SIGNAL_MS
    if (ended && isRepeated) process.exit(130)
    void end('at once', 'SIGINT')
  })

  return {
    closers,
    shutdownSignal: shutdownController.signal,
    logEndTo: (own: Pick<Logger, 'info'>) => void (log = own),
    /** From now on, an end without a signal is logged too. */
    noteOpen: () => void (isEndLogged = true),
    /** Prints a startup error as one line, other problems with their stack. */
    async fail(problem: unknown) {
      // Failures during a requested shutdown are expected.
      if (!shutdownController.signal.aborted) {
        print(problem)
        process.exitCode = 1
      }
      await end('at once')
    },
  }
}

/** What is still opening is closed once it is open, unless that takes longer than the shutdown timeout. */
export async function closeWhenOpened(opening: Promise<{ stop: () => Promise<void> }>) {
  const opened = await withTimeout(
    opening.catch(() => undefined),
    SHUTDOWN_TIMEOUT_MS,
  )
  await opened?.stop()
}
