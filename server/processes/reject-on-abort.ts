/** Waits for work until the signal comes, then fails with its reason: work that does not listen to it holds up nobody. */
export async function rejectOnAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: never, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason as Error)
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  try {
    return await Promise.race([work, never])
  } finally {
    // A signal outlives much work, and would keep all of it.
    signal.removeEventListener('abort', giveUp)
  }
}
