import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { DATA_PATH } from '#kit/page-data/page-data.ts'
import { NOT_FOUND_PATH } from '#kit/routing/not-found-route.ts'
import { cacheablePath } from '#app/cacheable-paths.ts'
import { setRequestRoute } from '#platform/logging/request-context.ts'
import { routeEntryFor } from './route-entry.ts'
import { sendCachedResponse } from '#platform/page-cache/cached-response.ts'
import type { PageCache, RenderedPage, SharedPageRequest } from '#platform/page-cache/page-cache.ts'

export type PageFormat = 'html' | 'data'
export const pageCacheKey = (format: PageFormat, address: string) => `${format} ${address}`
const parsePageCacheKey = (key: string) =>
  [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)] as [PageFormat, string]

/** The page ID, for logs and counts. */
export function routeOfKey(key: string): string {
  const [, address] = parsePageCacheKey(key)
  const query = address.indexOf('?')
  return routeEntryFor(query < 0 ? address : address.slice(0, query)).id
}

const MAX_REMEMBERED_KEYS = 10_000
/** URLs of the shop are shorter; longer ones (up to 16 kB) would fill the memory. */
export const MAX_REMEMBERED_LENGTH = 300
/** URLs with other characters, which browsers do not send, go to the fallback. */
const PLAIN_PATH = /^[!-"$-~]*$/
const DATA_PREFIX = `${DATA_PATH}?`

/** Returns the cache key of a request target, or null if it is not cacheable; memoises short targets. */
export function createKeyReader(
  known = new Map<string, string | null>(),
  isUnknownPath: IsUnknownPath = () => false,
): (target: string) => string | null {
  return (target) => {
    if (target.length > MAX_REMEMBERED_LENGTH) return readKey(target, isUnknownPath)
    const memoised = known.get(target)
    if (memoised !== undefined) return memoised
    const key = readKey(target, isUnknownPath)
    if (known.size >= MAX_REMEMBERED_KEYS) known.clear()
    known.set(target, key)
    return key
  }
}

type IsUnknownPath = (pathname: string) => boolean

function readKey(target: string, isUnknownPath: IsUnknownPath): string | null {
  const isData = target.startsWith(DATA_PREFIX)
  const page = (isData ? new URLSearchParams(target.slice(DATA_PREFIX.length)).get('u') : target) ?? ''
  if (!PLAIN_PATH.test(page)) return null
  const query = page.indexOf('?')
  const pathname = query < 0 ? page : page.slice(0, query)
  const address =
    cacheablePath(pathname, new URLSearchParams(query < 0 ? '' : page.slice(query))) ??
    (isUnknownPath(pathname) ? NOT_FOUND_PATH : null)
  return address && pageCacheKey(isData ? 'data' : 'html', address)
}

type Dependencies = {
  cache: PageCache
  /** Renders the page for an anonymous visitor. */
  render: (format: PageFormat, address: string) => Promise<RenderedPage | SharedPageRequest>
  fallback: RequestListener
  /** Unknown paths share the not-found page. */
  isUnknownPath?: IsUnknownPath
  /** Runs requests that the cache does not answer, with a request ID. */
  runTracked?: (request: IncomingMessage, response: ServerResponse, work: () => void) => void
  /** Cached pages are only counted, because anything more would take longer than sending them. */
  countCached?: (key: string, method: string, status: number) => void
}

/** Serves cacheable pages before any other routing. If rendering fails, `fallback` answers with the error page. */
export function servePageCache({
  cache,
  render,
  fallback,
  isUnknownPath,
  runTracked = (_request, _response, work) => work(),
  countCached,
}: Dependencies): RequestListener {
  const keyFor = createKeyReader(undefined, isUnknownPath)
  return (request, response) => {
    const { method, url = '', headers } = request
    const key = method === 'GET' || method === 'HEAD' ? keyFor(url) : null
    if (key === null) return fallback(request, response)
    // Node has already parsed the headers to look for `expect`.
    const accepted = headers['accept-encoding']
    const ifNoneMatch = headers['if-none-match']
    const page = cache.find(key)
    const cached = page?.encodedResponse(accepted, ifNoneMatch)
    if (cached) {
      if (countCached) countCached(key, method!, cached.status)
      return sendCachedResponse(request, response, cached)
    }
    return runTracked(request, response, () => {
      setRequestRoute(routeOfKey(key))
      const making = page ? Promise.resolve(page) : cache.page(key, () => render(...parsePageCacheKey(key)))
      making
        .then((rendered) => rendered.encodeResponse(accepted, ifNoneMatch))
        .then(
          (encoded) => sendCachedResponse(request, response, encoded),
          () => fallback(request, response),
        )
    })
  }
}
