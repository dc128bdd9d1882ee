import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { FinishedRequest } from '#platform/http/request-tracking.ts'
import type { PageCache } from '#platform/page-cache/page-cache.ts'
import { createCachedPageCounts } from './cached-page-counts.ts'
import { METRICS_PREFIX } from './registry.ts'

/** From a cached asset to the statement timeout. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]
/** This stream stays open for hours. */
const STREAM_ROUTE = '/admin/events'

export function createRequestMetrics(registry: Registry) {
  const registers = [registry]
  const cachedPages = createCachedPageCounts()
  const finished = new Counter({
    name: `${METRICS_PREFIX}http_requests_total`,
    help: 'Requests by page or route, method and status; 499 if the client went away.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      for (const { count, ...labels } of cachedPages.totals()) {
        const name = `${labels.method} ${labels.route} ${labels.status}`
        this.inc(labels, count - (reported.get(name) ?? 0))
        reported.set(name, count)
      }
    },
  })
  const reported = new Map<string, number>()
  const durations = new Histogram({
    name: `${METRICS_PREFIX}http_request_duration_seconds`,
    help: 'Time until the answer was written, of requests that were not answered from the page cache.',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS,
    registers,
  })

  return {
    countCached: cachedPages.add,

    onFinished({ method, route, status, seconds }: FinishedRequest) {
      finished.inc({ method, route, status })
      if (route !== STREAM_ROUTE) durations.observe({ method, route }, seconds)
    },

    watchPageCache({ counts, size }: Pick<PageCache, 'counts' | 'size'>) {
      const read = (name: string, help: string, value: () => number) =>
        new Gauge({
          name: METRICS_PREFIX + name,
          help,
          registers,
          collect() {
            this.set(value())
          },
        })
      const count = (name: string, help: string, value: () => number) =>
        new Counter({
          name: METRICS_PREFIX + name,
          help,
          registers,
          collect() {
            this.reset()
            this.inc(value())
          },
        })
      count('page_cache_hits_total', 'Requests answered from the page cache.', () => counts().hits)
      count('page_cache_misses_total', 'Renderings of cacheable pages.', () => counts().misses)
      read('page_cache_entries', 'Pages in the cache.', () => size().pages)
      read('page_cache_bytes', 'Bytes of the pages in the cache.', () => size().bytes)
    },
  }
}
