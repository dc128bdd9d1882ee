import { setTimeout as pause } from 'node:timers/promises'

/** At a shutdown: a database that has fallen silent never ends what waits for it. Rejects if `work` does in time. */
export async function waitAtMost(work: Promise<unknown> | undefined, milliseconds: number): Promise<void> {
  const ended = new AbortController()
  try {
    await Promise.race([work, pause(milliseconds, undefined, { signal: ended.signal }).catch(() => {})])
  } finally {
    ended.abort()
  }
}
