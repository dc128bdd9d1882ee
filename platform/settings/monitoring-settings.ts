import { hostname } from 'node:os'
import { z } from 'zod'

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]
export type LogSettings = {
  level: LogLevel
  /** Included in each line, to distinguish several machines. */
  node: string
  hasAccessLog: boolean
}
/** With a port, metrics have their own port; with only a token, they are on the shop's port. */
export type MetricsSettings = { port: number | null; host: string; token: string | null }

const MIN_TOKEN_LENGTH = 16
const PORT_RULE = 'must be a whole number from 0 to 65535'

export const monitoringFields = {
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  NODE_NAME: z
    .string()
    .regex(/^[\w.-]{1,63}$/, 'must be a name of up to 63 letters, digits, dots and hyphens')
    .optional(),
  ACCESS_LOG: z.enum(['on', 'off'], 'must be on or off').default('off'),
  METRICS_PORT: z
    .string()
    .regex(/^\d{1,5}$/, PORT_RULE)
    .transform(Number)
    .refine((port) => port <= 65_535, PORT_RULE)
    .optional(),
  METRICS_HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be a name or an address of this machine, like 127.0.0.1')
    .default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .trim()
    .regex(
      new RegExp(`^[\\x21-\\x7e]{${MIN_TOKEN_LENGTH},200}$`),
      `must have ${MIN_TOKEN_LENGTH} to 200 characters, without spaces`,
    )
    .optional(),
}
type MonitoringFields = z.infer<z.ZodObject<typeof monitoringFields>>

export const logSettingsFrom = ({ LOG_LEVEL, NODE_NAME, ACCESS_LOG }: MonitoringFields): LogSettings => ({
  level: LOG_LEVEL,
  node: NODE_NAME ?? hostname(),
  hasAccessLog: ACCESS_LOG === 'on',
})

/** Null unless a port or a token is set. */
export function metricsSettingsFrom(fields: MonitoringFields): MetricsSettings | null {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = fields
  return port === undefined && token === undefined ? null : { port: port ?? null, host, token: token ?? null }
}
