import type { RequestListener } from 'node:http'
import { DATA_PATH } from '#web/client/page-data/page-data.ts'
import { cacheablePath, NOT_FOUND_PATH } from '#web/cacheable-paths.ts'
import { sendCachedResponse } from './cached-response.ts'
import type { PageCache, RenderedPage, SharedPageRequest } from './page-cache.ts'

export type PageFormat = 'html' | 'data'
export const pageCacheKey = (form: PageFormat, address: string) => `${form} ${address}`
const parsePageCacheKey = (key: string) => [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)] as [PageFormat, string]

const MAX_REMEMBERED_KEYS = 10_000
/** The shop's own links are shorter; what a stranger makes up may have 16 kB, and would be kept as long as those. */
export const MAX_REMEMBERED_LENGTH = 300
/** What is left to the slower way, which knows what else an address can be: fragments, and what no browser sends. */
const PLAIN_PATH = /^[!-"$-~]*$/
const DATA_PREFIX = `${DATA_PATH}?`

/** The key of what is asked for, or null where it is nothing that may be kept; worked out once for each short way to write it. */
export function createKeyReader(known = new Map<string, string | null>(), isUnknownPath: IsUnknownPath = () => false): (target: string) => string | null {
  return (target) => {
    if (target.length > MAX_REMEMBERED_LENGTH) return readKey(target, isUnknownPath)
    const before = known.get(target)
    if (before !== undefined) return before
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
  const address = cacheablePath(pathname, new URLSearchParams(query < 0 ? '' : page.slice(query))) ?? (isUnknownPath(pathname) ? NOT_FOUND_PATH : null)
  return address && pageCacheKey(isData ? 'data' : 'html', address)
}

type Dependencies = {
  cache: PageCache
  /** Makes a page as everybody is shown it. */
  render: (form: PageFormat, address: string) => Promise<RenderedPage | SharedPageRequest>
  fallback: RequestListener
  /** Whether this path is none of the shop's, so that its page is the same as of all others. */
  isUnknownPath?: IsUnknownPath
}

/**
 * A page that may be kept is answered here, before anything of a request is looked at that does not matter for it: at once
 * where it is ready, and otherwise once it is made. One that cannot be made is left to who can say why.
 */
export function servePageCache({ cache, render, fallback, isUnknownPath }: Dependencies): RequestListener {
  const keyFor = createKeyReader(undefined, isUnknownPath)
  return (request, response) => {
    const { method, url = '', rawHeaders } = request
    const key = method === 'GET' || method === 'HEAD' ? keyFor(url) : null
    if (key === null) return fallback(request, response)
    const accepted = headerOf(rawHeaders, 'accept-encoding')
    const ifNoneMatch = headerOf(rawHeaders, 'if-none-match')
    const page = cache.find(key)
    const ready = page?.encodedResponse(accepted, ifNoneMatch)
    if (ready) return sendCachedResponse(request, response, ready)
    const making = page ? Promise.resolve(page) : cache.page(key, () => render(...parsePageCacheKey(key)))
    making.then((made) => made.encodeResponse(accepted, ifNoneMatch)).then(
      (packed) => sendCachedResponse(request, response, packed),
      () => fallback(request, response),
    )
    return undefined
  }
}

/** Of all the headers two matter here; `request.headers` would take them all apart. */
function headerOf(rawHeaders: readonly string[], wanted: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === wanted.length && name.toLowerCase() === wanted) return rawHeaders[index + 1]
  }
  return undefined
}
