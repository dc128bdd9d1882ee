import { setTimeout as pause } from 'node:timers/promises'
import { withTimeout } from '#platform/processes/with-timeout.ts'

const STOP_TIMEOUT_MS = 3_000

export type Task = {
  run: (signal: AbortSignal) => Promise<unknown>
  /** Milliseconds from the end of one run to the next. */
  everyMs: number | (() => number)
  /** Without it, the first run is at once. */
  firstAfterMs?: number
  /** Logged when a run fails; the next one follows as usual. */
  failure: string
}

/** Repeats each task, one run at a time. Returns a function that stops them all and waits for those that run, for at most 3 s. */
export function startSchedule(
  tasks: readonly Task[],
  log: { warn: (fields: object, message: string) => void },
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const waitUnlessStopped = (milliseconds: number) =>
    pause(milliseconds, true, { signal, ref: false }).catch(() => false)
  const running = tasks.map(async ({ run, everyMs, firstAfterMs = 0, failure }) => {
    const interval = () => (typeof everyMs === 'number' ? everyMs : everyMs())
    for (let delay = firstAfterMs; await waitUnlessStopped(delay); delay = interval())
      await run(signal).catch((error: unknown) => log.warn({ error }, failure))
  })
  return async () => {
    stopping.abort()
    await withTimeout(Promise.all(running), STOP_TIMEOUT_MS)
  }
}
