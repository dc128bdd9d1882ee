import type { LoggerOptions } from 'pino'
import { isDatabaseUnavailable } from '#db/connection/primary-host.server.ts'
import { S3Unavailable } from '#shop/media/s3-requests.server.ts'

const INTERVAL_MS = 10_000

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** While the database or the picture store is away every request fails in the same way: one line for each service, text and interval, with the number left out. */
export function createOutageFilter(now: () => number = Date.now): LogMethod {
  const linesByKey = new Map<string, { nextAt: number; omitted: number }>()
  return function logUnlessRepeated(args, method) {
    const [details, text] = args as [unknown, string | undefined]
    const service = serviceAway(details)
    if (!service) return method.apply(this, args)
    const key = `${service} ${text}`
    const line = linesByKey.get(key)
    if (line && now() < line.nextAt) return void (line.omitted += 1)
    linesByKey.set(key, { nextAt: now() + INTERVAL_MS, omitted: 0 })
    if (!line?.omitted) return method.apply(this, args)
    return method.apply(this, [{ ...(details as object), omitted: line.omitted }, text] as never)
  }
}

function serviceAway(details: unknown): 'database' | 'picture store' | null {
  if (typeof details !== 'object' || details === null) return null
  const { error, err } = details as { error?: unknown; err?: unknown }
  if (isDatabaseUnavailable(error ?? err)) return 'database'
  return (error ?? err) instanceof S3Unavailable ? 'picture store' : null
}
