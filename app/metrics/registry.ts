import { collectDefaultMetrics, Registry } from 'prom-client'

/** Metrics of one process, as prom-client aggregates them; plain data that processes can exchange. */
export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export const METRICS_PREFIX = 'ninth_bend_'
const LAG_RESOLUTION_MS = 20

/** `process` distinguishes the processes of a node, because each starts its counters from zero. */
export function createRegistry(process: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_RESOLUTION_MS })
  return registry
}
