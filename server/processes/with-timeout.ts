import { setTimeout as pause } from 'node:timers/promises'

/** Null if `work` takes longer; it then goes on, and a late failure is ignored. Rejects if `work` does in time. */
export async function withTimeout<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | null> {
  const timeout = new AbortController()
  try {
    return await Promise.race([work, pause(milliseconds, null, { signal: timeout.signal })])
  } finally {
    timeout.abort()
  }
}
