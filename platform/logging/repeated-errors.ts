import type { LoggerOptions } from 'pino'
import { isDatabaseUnavailable } from '#platform/database/connection/database-unavailable.server.ts'
import { S3Unavailable } from '#platform/picture-store/s3-requests.server.ts'
import { serialiseError } from './error-serializer.ts'

/** A cause that has not occurred for this long is over. */
const OVER_AFTER_MS = 60_000
/** How often a continuing cause is logged again, without its stack. */
const REMINDER_MS = 600_000
const MAX_CAUSES = 500
const OWN_FRAME = /^ +at (?!.*(?:node_modules|node:)).*$/m

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>
/** Logged without its stack. */
export class RepeatedError {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** Logs one line for each cause and text while the cause lasts, instead of a stack for each request. */
export function createRepetitionFilter(now: () => number = Date.now): LogMethod {
  const causes = new Map<string, { remindAt: number; lastAt: number; omitted: number }>()
  return function logUnlessRepeated(args, method) {
    const [details, text] = args as [unknown, string | undefined]
    const error = findError(details)
    if (error === undefined) return method.apply(this, args)
    const key = `${describeCause(error)} ${text}`
    const cause = causes.get(key)
    const isOver = !cause || now() - cause.lastAt >= OVER_AFTER_MS
    if (cause) cause.lastAt = now()
    if (cause && !isOver && now() < cause.remindAt) return void (cause.omitted += 1)
    causes.delete(key)
    causes.set(key, { remindAt: now() + REMINDER_MS, lastAt: now(), omitted: 0 })
    if (causes.size > MAX_CAUSES) causes.delete(causes.keys().next().value!)
    if (!cause?.omitted) return method.apply(this, args)
    const rest = details instanceof Error ? {} : { ...(details as object), details: undefined }
    const described = typeof error === 'string' ? {} : { error: isOver ? error : new RepeatedError(error) }
    const line = { ...rest, ...described, omitted: cause.omitted }
    return method.apply(this, [line, text] as never)
  }
}

/** Finds the error of a line: its own, its reason, or one that a library writes to the console. */
function findError(details: unknown): unknown {
  if (details instanceof Error) return details
  if (typeof details !== 'object' || details === null) return undefined
  const { error, reason, details: ofLibrary } = details as Record<string, unknown>
  return (
    error ??
    reason ??
    (Array.isArray(ofLibrary) ? ofLibrary.find((each) => each instanceof Error) : undefined)
  )
}

/** While the database or picture store is away, requests fail in many ways. */
function describeCause(error: unknown): string {
  if (isDatabaseUnavailable(error)) return 'database'
  if (error instanceof S3Unavailable) return 'picture store'
  const { stack = '', ...described } = serialiseError(error)
  return `${JSON.stringify(described).replaceAll(/\d+/g, '0')} ${OWN_FRAME.exec(stack)?.[0]}`
}
