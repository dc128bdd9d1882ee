/** The database accepts no connections at present, or is a standby. An expected refusal, answered with 503. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** Codes of a server that starts, stops, is full or accepts no writes, and of broken connections. */
const UNAVAILABLE_CODES = new Set([
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const TOO_MANY_CONNECTIONS = '53300'

export const isTooManyConnections = (error: unknown): boolean =>
  (error as { code?: string }).code === TOO_MANY_CONNECTIONS

/** Whether a later attempt may succeed without any change: the shop answers 503 and asks to try again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  return (
    error instanceof DatabaseUnavailableError ||
    UNAVAILABLE_CODES.has(code) ||
    /^Connection terminated|^timeout (expired|exceeded)|fallen silent|not queryable/.test(error.message) ||
    (error.cause !== undefined && isDatabaseUnavailable(error.cause))
  )
}
