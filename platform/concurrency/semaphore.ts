export function createSemaphore(maxConcurrent: number) {
  let permits = maxConcurrent
  const waiting: (() => void)[] = []
  return async function withPermit<Result>(action: () => Promise<Result>): Promise<Result> {
    if (permits > 0) permits -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await action()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else permits += 1
    }
  }
}
