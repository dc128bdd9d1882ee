import type { LoggerOptions } from 'pino'
import { isDatabaseUnavailable } from '#db/connection/primary-host.server.ts'
import { S3Unavailable } from '#shop/media/s3-requests.server.ts'

const INTERVAL_MS = 10_000

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** While the database or the picture store is away every request fails in the same way: one line for each text and interval, with the number left out. */
export function createOutageFilter(now: () => number = Date.now): LogMethod {
  const linesByText = new Map<unknown, { nextAt: number; omitted: number }>()
  return function logUnlessRepeated(args, method) {
    const [details, text] = args as [unknown, string | undefined]
    if (!isOutage(details)) return method.apply(this, args)
    const line = linesByText.get(text)
    if (line && now() < line.nextAt) return void (line.omitted += 1)
    linesByText.set(text, { nextAt: now() + INTERVAL_MS, omitted: 0 })
    if (!line?.omitted) return method.apply(this, args)
    return method.apply(this, [{ ...(details as object), omitted: line.omitted }, text] as never)
  }
}

function isOutage(details: unknown): boolean {
  if (typeof details !== 'object' || details === null) return false
  const { error, err } = details as { error?: unknown; err?: unknown }
  return isDatabaseUnavailable(error ?? err) || (error ?? err) instanceof S3Unavailable
}
