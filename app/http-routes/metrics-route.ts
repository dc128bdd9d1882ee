import { Hono } from 'hono'
import { METRICS_PATH, type createMetricsAnswer } from '#app/metrics/metrics-response.ts'

/** Metrics on the shop's port, for clients with the token. */
export function metricsRoute(answer: ReturnType<typeof createMetricsAnswer>) {
  return new Hono().get(METRICS_PATH, async ({ req }) => {
    const { status, headers, body } = await answer(req.header('authorization'))
    return new Response(body, { status, headers })
  })
}
