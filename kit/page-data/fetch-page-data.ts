import { messages, tooManyTries } from '#shop/messages/messages.ts'
import { DATA_PATH, type PageData } from './page-data.ts'

const PREFETCH_TTL_MS = 10_000
type CachedPage = { page: Promise<PageData>; expiresAt: number }
const pageCache = new Map<string, CachedPage>()

export class PageRequestError extends Error {
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = new.target.name
    this.status = status
  }
}

/** There is no answer, or it is not from the shop. */
export class NetworkError extends PageRequestError {
  constructor(cause?: unknown) {
    super(503, messages.serverUnreachable, cause)
  }
}

/** The shop, or the proxy in front of it, cannot answer at present. */
export class ShopFailedError extends PageRequestError {
  constructor(status: number) {
    super(status, messages.somethingWentWrong)
  }
}

export class RequestRejectedError extends PageRequestError {}

export const pathWithQuery = (url: URL) => url.pathname + url.search

export async function requestPageData(path: string, init: RequestInit): Promise<PageData> {
  try {
    const response = await fetch(`${DATA_PATH}?u=${encodeURIComponent(path)}`, {
      ...init,
      headers: { accept: 'application/json' },
    })
    // Awaited here, because the connection may end in the middle of the body.
    return await readPageData(response)
  } catch (cause) {
    if (init.signal?.aborted || cause instanceof PageRequestError) throw cause
    throw new NetworkError(cause)
  }
}

export async function readPageData(response: Response): Promise<PageData> {
  if (response.headers.get('content-type')?.startsWith('application/json'))
    return (await response.json()) as PageData
  if (response.status >= 500) throw new ShopFailedError(response.status)
  throw response.status >= 400
    ? new RequestRejectedError(response.status, await readRejectionMessage(response))
    : new NetworkError()
}

const MAX_MESSAGE_LENGTH = 300

async function readRejectionMessage(response: Response): Promise<string> {
  if (response.status === 413) return messages.requestTooLarge
  if (response.status === 429) return tooManyTries(retryAfterSeconds(response.headers.get('retry-after')))
  const isText = response.headers.get('content-type')?.startsWith('text/plain')
  const text = isText ? (await response.text().catch(() => '')).trim() : ''
  return text && text.length <= MAX_MESSAGE_LENGTH ? text : messages.badRequest
}

function retryAfterSeconds(retryAfter: string | null): number {
  const seconds = Number(retryAfter)
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter!) - Date.now()) / 1000 : seconds
  return Number.isFinite(wait) ? wait : 0
}

export function prefetchPageData(path: string) {
  const cached = pageCache.get(path)
  if (cached && cached.expiresAt > Date.now()) return
  const page = requestPageData(path, {})
  page.catch(() => pageCache.delete(path))
  pageCache.set(path, { page, expiresAt: Date.now() + PREFETCH_TTL_MS })
}

export function cachePageData(path: string, page: PageData) {
  pageCache.set(path, { page: Promise.resolve(page), expiresAt: Date.now() + PREFETCH_TTL_MS })
}

export function clearPageDataCache() {
  pageCache.clear()
}

export function loadPageData(path: string, signal: AbortSignal): Promise<PageData> {
  const cached = pageCache.get(path)
  pageCache.delete(path)
  if (cached && cached.expiresAt > Date.now()) return cached.page
  return requestPageData(path, { signal })
}

export function submitPageData(path: string, body: BodyInit, signal: AbortSignal): Promise<PageData> {
  clearPageDataCache()
  return requestPageData(path, { method: 'POST', body, signal })
}
