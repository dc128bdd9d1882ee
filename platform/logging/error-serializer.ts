export type SerialisedError = {
  type: string
  message: string
  stack?: string
  cause?: SerialisedError
  errors?: SerialisedError[]
} & Record<string, unknown>

const FIELDS = [
  'code',
  'errno',
  'syscall',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
  'command',
  'responseCode',
  'status',
  'statusCode',
  'permission',
] as const
const FIELD_MAX_LENGTH = 80
const MESSAGE_MAX_LENGTH = 300
const MAX_FRAMES = 12
const MAX_CAUSES = 4

/** SQLSTATE classes whose messages contain only names of database objects; other messages contain values. */
const NAMES_ONLY = /^(?:08|23|25|28|3D|40|42501|42883|42P0|42703|53|55|57|58)/
const FRAME = /^ {4}at .*(?:[/\\:)]|native|<anonymous>).*$/
/** Bounded repetition keeps matching linear on long texts. */
const EMAIL = /[^\s<>"'(),;:=@]{1,64}@[^\s<>"'(),;]{1,255}/g
const PHONE = /(?<![\w-])(?:\+|0)\d(?:[\s().-]*\d){8,}/g
const POST_CODE = /\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b/gi
const QUOTES = [
  [/"/g, /"/g],
  [/(?<!\w)'/g, /'(?!\w)/g],
  [/`/g, /`/g],
  [/[‘“]/g, /[’”]/g],
] as const

function redactQuoted(text: string, opening: RegExp, closing: RegExp): string {
  const first = text.search(opening)
  if (first < 0) return text
  const last = [...text.slice(first + 1).matchAll(closing)].at(-1)
  return last ? `${text.slice(0, first)}[…]${text.slice(first + 1 + last.index + 1)}` : text
}

export function redactPersonalData(text: string): string {
  const unquoted = QUOTES.reduce((rest, [opening, closing]) => redactQuoted(rest, opening, closing), text)
  return unquoted
    .replace(EMAIL, '[address]')
    .replace(PHONE, '[number]')
    .replace(POST_CODE, '[post code]')
    .slice(0, MESSAGE_MAX_LENGTH)
}

export function serialiseError(problem: unknown, depth = 0): SerialisedError {
  if (typeof problem !== 'object' || problem === null)
    return { type: typeof problem, message: typeof problem === 'string' ? redactPersonalData(problem) : '' }
  const error = problem as Record<string, unknown> & { stack?: unknown; cause?: unknown; errors?: unknown }
  const inner = (value: unknown) => serialiseError(value, depth + 1)
  return {
    type: typeOf(problem),
    message: messageOf(error),
    ...fieldsOf(error),
    ...(typeof error.stack === 'string' && {
      stack: stackFrames(error.stack, String(error['message'] ?? '')),
    }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: inner(error.cause) }),
    ...(Array.isArray(error.errors) &&
      depth < MAX_CAUSES && { errors: error.errors.slice(0, MAX_CAUSES).map(inner) }),
  }
}

export function formatError(problem: unknown): string {
  const { stack, cause, errors = [], ...rest } = serialiseError(problem)
  const { type, message, ...fields } = rest
  const lines = [
    `${type}: ${message}`,
    ...(Object.keys(fields).length > 0 ? [JSON.stringify(fields)] : []),
    ...(stack ? [stack] : []),
  ]
  const inner = [...(cause ? [cause] : []), ...errors].map((each) =>
    `caused by ${each.type}: ${each.message}\n${each.stack ?? ''}`.trimEnd(),
  )
  return [...lines, ...inner].join('\n')
}

const typeOf = (problem: object) => {
  const { name } = problem as { name?: unknown }
  return typeof name === 'string' && /^\w{1,60}$/.test(name)
    ? name
    : ((problem.constructor as { name: string } | undefined)?.name ?? 'object')
}

function messageOf(error: Record<string, unknown>): string {
  const { message, code, issues, command, response, responseCode, severity, syscall } = error
  if (Array.isArray(issues)) return issues.slice(0, 10).map(describeIssue).join(', ')
  // A mail server's response may contain the recipient.
  if (
    response !== undefined ||
    responseCode !== undefined ||
    (command !== undefined && syscall === undefined)
  ) {
    const status =
      typeof response === 'string' ? /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] : undefined
    return ['mail server:', safeValue(code), safeValue(responseCode), status].filter(Boolean).join(' ')
  }
  const text = typeof message === 'string' ? message : ''
  // A procedure may put row values into its message.
  if (severity !== undefined && code === 'P0001') return 'raised by a procedure of the database'
  const isSystemError = typeof syscall === 'string' && typeof error['errno'] !== 'undefined'
  if (isSystemError || (severity !== undefined && NAMES_ONLY.test(String(code))))
    return text.replace(EMAIL, '[address]').slice(0, MESSAGE_MAX_LENGTH)
  return redactPersonalData(text)
}

/** Names the field and the rule, never the value. */
function describeIssue(issue: unknown): string {
  const { path, code } = issue as { path?: unknown[]; code?: unknown }
  const field = (path ?? [])
    .map((part) =>
      typeof part === 'number' || /^[a-z][A-Za-z0-9_]{0,40}$/.test(String(part)) ? String(part) : '…',
    )
    .join('.')
  return `${field || 'value'} (${safeValue(code) ?? 'invalid'})`
}

const safeValue = (value: unknown): string | number | undefined =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^[\w.: -]+$/.test(value) && value.length <= FIELD_MAX_LENGTH)
    ? value
    : undefined

const fieldsOf = (error: Record<string, unknown>) =>
  Object.fromEntries(
    FIELDS.map((name) => [name, safeValue(error[name])] as const).filter(([, value]) => value !== undefined),
  )

/** Excludes the message, which may contain lines that look like stack frames. */
function stackFrames(stack: string, message: string): string {
  const frames =
    message && stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack
  return frames
    .split('\n')
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .join('\n')
}
