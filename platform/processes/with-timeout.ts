/** Null if `work` takes longer; it then continues, and a late failure is ignored. Rejects if `work` fails in time. */
export async function withTimeout<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  // Aborting a timer of node:timers/promises creates two errors with stacks, and pages wait here.
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
