import { performance, type EventLoopUtilization } from 'node:perf_hooks'
import { AggregatorRegistry, Gauge, type Registry } from 'prom-client'
import type { PoolUsage, ShopDatabase } from '#platform/database/connection/connect.server.ts'
import { createOrderMetrics } from './order-metrics.ts'
import { createRegistry, METRICS_PREFIX, type ProcessMetrics } from './registry.ts'
import { createRequestMetrics } from './request-metrics.ts'
import { createShopMetrics } from './shop-metrics.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics of this process. */
export function createMetrics(process: string) {
  const registry = createRegistry(process)
  let readShop = async () => {}
  watchEventLoop(registry)

  return {
    requests: createRequestMetrics(registry),
    orders: createOrderMetrics(registry),

    watchPools: (db: Pick<ShopDatabase, 'poolUsage'>) => watchPools(registry, () => db.poolUsage()),

    /** Runs in one process of a node. */
    watchShop(watched: Parameters<typeof createShopMetrics>[1]) {
      readShop = createShopMetrics(registry, watched).read
    },

    async collect(): Promise<ProcessMetrics> {
      await readShop()
      return registry.getMetricsAsJSON()
    },
  }
}

/** In the Prometheus format. */
export async function formatMetrics(processes: ProcessMetrics[]): Promise<string> {
  // Processes have different labels, so that nothing is added up or omitted.
  const all = processes.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'sum' })))
  return AggregatorRegistry.aggregate(all).metrics()
}

function watchEventLoop(registry: Registry) {
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  return new Gauge({
    name: `${METRICS_PREFIX}event_loop_utilisation`,
    help: 'Share of the time since the last reading in which the process was not idle.',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, before).utilization)
      before = now
    },
  })
}

function watchPools(registry: Registry, read: () => PoolUsage[]) {
  const gauge = (name: keyof Omit<PoolUsage, 'pool'>, help: string) =>
    new Gauge({
      name: `${METRICS_PREFIX}database_connections_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const usage of read()) this.set({ pool: usage.pool }, usage[name])
      },
    })
  gauge('open', 'Connections of the pool, in use or idle.')
  gauge('idle', 'Connections of the pool that are idle.')
  gauge('waiting', 'Requests that wait for a connection of the pool.')
  gauge('max', 'Connections that the pool may open.')
}
