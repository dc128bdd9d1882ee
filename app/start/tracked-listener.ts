import type { RequestListener } from 'node:http'
import type { Logger } from 'pino'
import type { createClientAddressReader } from '#platform/http/client-address.ts'
import { queueFairly } from '#platform/http/fair-queue.ts'
import { isPipelined } from '#platform/http/http-server.ts'
import { createRequestTracking, logRequest } from '#platform/http/request-tracking.ts'
import { setRequestRoute } from '#platform/logging/request-context.ts'
import type { OpenedMetrics } from '#app/metrics/open-metrics.ts'
import { routeOfKey, servePageCache } from '#app/pages/page-cache-middleware.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'
import { createAddressMatcher } from '#platform/settings/trusted-proxies.ts'

type Dependencies = {
  settings: Pick<Settings, 'log' | 'trustedProxies'>
  log: Logger
  monitoring: OpenedMetrics | undefined
  pages: Pick<Parameters<typeof servePageCache>[0], 'cache' | 'render' | 'isUnknownPath'>
  /** Answers everything except cacheable pages. */
  appListener: RequestListener
  clientAddressReader: Pick<ReturnType<typeof createClientAddressReader>, 'clientAddressOf'>
}

/** The page cache in front of the app, with request IDs, counts and the access log. */
export function createTrackedListener({
  settings,
  log,
  monitoring,
  pages,
  appListener,
  clientAddressReader,
}: Dependencies): RequestListener {
  const { hasAccessLog } = settings.log
  const tracking = createRequestTracking({
    isTrustedProxy: createAddressMatcher(settings.trustedProxies),
    onFinished: [
      ...(monitoring ? [monitoring.metrics.requests.onFinished] : []),
      ...(hasAccessLog ? [logRequest(log)] : []),
    ],
  })
  const pageListener = servePageCache({
    ...pages,
    // Tracked twice: time in the queue counts, and the queue starts a request in another request's context.
    fallback: tracking.track(queueFairly(tracking.track(appListener), clientAddressReader)),
    runTracked: tracking.run,
    countCached: hasAccessLog
      ? (key) => setRequestRoute(routeOfKey(key))
      : monitoring?.metrics.requests.countCached,
  })
  const queuedPageListener = queueFairly(pageListener, clientAddressReader)
  const listener: RequestListener = (request, response) =>
    (isPipelined(request) ? queuedPageListener : pageListener)(request, response)
  return hasAccessLog ? tracking.track(listener) : listener
}
