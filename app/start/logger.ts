import { pino, type Logger } from 'pino'
import { allRoutes } from '#app/all-routes.ts'
import { createRepetitionFilter, RepeatedError } from '#platform/logging/repeated-errors.ts'
import type { LogSettings } from '#platform/settings/monitoring-settings.ts'
import { currentRequest } from '#platform/logging/request-context.ts'
import {
  serialiseError,
  redactPersonalData,
  type SerialisedError,
} from '#platform/logging/error-serializer.ts'

const SECRETS = [
  'password',
  '*.password',
  'token',
  '*.token',
  'cookie',
  '*.cookie',
  'authorization',
  '*.authorization',
  'email',
  '*.email',
  'search',
  '*.search',
]

export function createLogger({ level: lowestLevel, node }: Pick<LogSettings, 'level' | 'node'>): Logger {
  const log = pino({
    level: lowestLevel,
    base: { node, pid: process.pid },
    errorKey: 'error',
    mixin: requestIdOfLine,
    // A line that names a request keeps it, even if it is written during another request.
    mixinMergeStrategy: (line: object, request: object) => ({ ...request, ...line }),
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, censor: '[kept out]' },
    serializers: LOG_SERIALIZERS,
    hooks: { logMethod: createRepetitionFilter() },
  })
  for (const [method, level] of [
    ['error', 'error'],
    ['warn', 'warn'],
    ['info', 'info'],
    ['debug', 'debug'],
  ] as const) {
    console[method] = (...details: unknown[]) => log[level]({ details }, 'A library reports.')
  }
  return log
}

const requestIdOfLine = () => {
  const request = currentRequest()
  return request ? { requestId: request.requestId } : {}
}

const serializeAll = (details: unknown) =>
  Array.isArray(details) ? details.slice(0, 3).map(serializeDetail) : []
const serializeDetail = (detail: unknown) => {
  if (typeof detail === 'string') return redactPersonalData(detail)
  return detail instanceof Error ? serialiseError(detail) : typeof detail
}
const withoutStacks = ({ stack: _stack, cause: _cause, errors: _errors, ...described }: SerialisedError) =>
  described
const serializeText = (text: unknown) => (typeof text === 'string' ? redactPersonalData(text) : text)

export const LOG_SERIALIZERS = {
  error: (error: unknown) =>
    error instanceof RepeatedError ? withoutStacks(serialiseError(error.error)) : serialiseError(error),
  details: serializeAll,
  reason: serializeText,
  problem: serializeText,
  path: (path: unknown) => redactPath(String(path)),
  // View names contain the search text.
  view: redactSearchText,
  choice: redactSearchText,
  // Contains search texts and a household's allergens.
  listQuery: redactSearchText,
  slug: () => '[…]',
}

/** Other path segments may be user input. */
const KNOWN_SEGMENTS = new Set(
  [
    ...allRoutes.map(({ path }) => path),
    '/api/cart',
    '/api/session',
    '/storage/v1/object/public/product-images',
    '/functions/v1/send-order-email',
    '/healthz',
    '/metrics',
    '/assets',
  ]
    .flatMap((path) => path.split('/'))
    .filter((segment) => !/^[:*]/.test(segment)),
)
const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,6})$/i

export const redactPath = (path: string): string =>
  path
    .slice(0, 500)
    .split('/')
    .slice(0, 8)
    .map((segment) => (KNOWN_SEGMENTS.has(segment) || ID.test(segment) ? segment : '…'))
    .join('/')

function redactSearchText(view: unknown): unknown {
  if (typeof view !== 'object' || view === null) return undefined
  return Object.fromEntries(
    Object.entries(view).filter(([, value]) => typeof value === 'number' || typeof value === 'boolean'),
  )
}
