import { createHash, timingSafeEqual } from 'node:crypto'
import { formatMetrics } from './metrics.ts'
import type { CollectProcesses } from './process-messages.ts'

export type MetricsResponse = { status: number; headers: Record<string, string>; body: string }

export const METRICS_PATH = '/metrics'
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Answers a scrape; without a token, for anybody who reaches the port. */
export function createMetricsAnswer(token: string | null, collect: CollectProcesses) {
  return async (authorization: string | undefined): Promise<MetricsResponse> => {
    if (token !== null && !isSame(authorization ?? '', `Bearer ${token}`))
      return {
        status: 401,
        headers: {
          'www-authenticate': 'Bearer',
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
        },
        body: 'The metrics need the token of METRICS_TOKEN.\n',
      }
    return {
      status: 200,
      headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
      body: await formatMetrics(await collect()),
    }
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))
