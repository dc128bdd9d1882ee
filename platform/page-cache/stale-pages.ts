import { withTimeout } from '#platform/processes/with-timeout.ts'
import type { CachedResponse } from './cached-response.ts'
import type { EncodedPage } from './encoded-page.ts'

/** If a page is cached, a slower database counts as away. */
export const ATTEMPT_TIMEOUT_MS = 2000
/** While the database is away, every request gets a cached page at once, and one rendering at a time retries. */
const ATTEMPT_INTERVAL_MS = 500

/** Renders pages to check whether the database is away, because a lost listener connection does not prove it. */
export function createOutageDetector({
  attemptTimeoutMs = ATTEMPT_TIMEOUT_MS,
  attemptIntervalMs = ATTEMPT_INTERVAL_MS,
} = {}) {
  let isAway = false
  let isTrying = false
  let nextAttemptAt = 0

  async function tryRendering<Rendering extends { hasFailed: boolean }>(render: () => Promise<Rendering>) {
    isTrying = true
    const rendering = await withTimeout(
      render().catch(() => null),
      attemptTimeoutMs,
    )
    isTrying = false
    nextAttemptAt = performance.now() + attemptIntervalMs
    isAway = rendering === null || rendering.hasFailed
    return isAway ? null : rendering
  }

  return {
    /** Null if the database is away: `render` failed or took too long, now or in the last attempt. */
    async attempt<Rendering extends { hasFailed: boolean }>(
      render: () => Promise<Rendering>,
    ): Promise<Rendering | null> {
      if (!isAway) return tryRendering(render)
      if (!isTrying && performance.now() >= nextAttemptAt) void tryRendering(render)
      return null
    },
  }
}

/** RFC 9211: a hit whose lifetime ended `ageSeconds` ago, when this node last knew of every change. */
export function markStale(page: EncodedPage, ageSeconds: number): EncodedPage {
  const staleHeaders = [
    'age',
    String(ageSeconds),
    'cache-status',
    `ninth-bend; hit; ttl=-${ageSeconds}; detail=database-away`,
  ]
  const mark = (response: CachedResponse): CachedResponse => ({
    ...response,
    headers: [...response.headers, ...staleHeaders],
  })
  return {
    ...page,
    encodedResponse(accepted, ifNoneMatch) {
      const response = page.encodedResponse(accepted, ifNoneMatch)
      return response && mark(response)
    },
    encodeResponse: async (accepted, ifNoneMatch) => mark(await page.encodeResponse(accepted, ifNoneMatch)),
    withReplacedText: (what) => markStale(page.withReplacedText(what), ageSeconds),
  }
}
