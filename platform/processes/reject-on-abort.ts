/** Rejects with the signal's reason once it aborts, even if `work` ignores the signal. */
export async function rejectOnAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: never, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason as Error)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, never])
  } finally {
    // Otherwise a long-lived signal would keep a listener for each call.
    signal.removeEventListener('abort', onAbort)
  }
}
