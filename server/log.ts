import { pino, type Logger } from 'pino'

/** Anything that could let somebody in, or says who somebody is, stays out of the log. */
const SECRETS = ['password', '*.password', 'token', '*.token', 'cookie', '*.cookie', 'authorization', '*.authorization']

export const createLog = (): Logger =>
  pino({
    level: process.env['LOG_LEVEL'] ?? 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, censor: '[kept out]' },
    serializers: { error: pino.stdSerializers.err },
  })
