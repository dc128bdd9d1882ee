import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { MetricsSettings } from '#platform/settings/monitoring-settings.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createMetricsAnswer } from './metrics-response.ts'
import { listenForMetrics } from './metrics-server.ts'
import { collectInPrimary, collectInWorker } from './process-messages.ts'

export type OpenedMetrics = {
  metrics: Metrics
  /** Null if the metrics have their own port. */
  answerOnShopPort: ReturnType<typeof createMetricsAnswer> | null
}

/** Only this module loads prom-client; it is imported if metrics are switched on. */
export async function openMetrics(
  { port, host, token }: MetricsSettings,
  { processes, log }: { processes: number; log: Logger },
): Promise<OpenedMetrics> {
  const metrics = createMetrics(processName(processes))
  const collect = cluster.isWorker
    ? collectInWorker(metrics.collect)
    : processes > 1
      ? collectInPrimary(metrics.collect)
      : async () => [await metrics.collect()]
  const answer = createMetricsAnswer(token, collect)
  if (port === null) return { metrics, answerOnShopPort: answer }
  if (!cluster.isWorker) {
    const { address } = await listenForMetrics({ port, host }, answer, log)
    log.info({ metrics: address }, 'The metrics are ready.')
  }
  return { metrics, answerOnShopPort: null }
}

const processName = (processes: number) =>
  cluster.worker ? `worker-${cluster.worker.id}` : processes > 1 ? 'primary' : 'only'
