import { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '#platform/database/connection/database-unavailable.server.ts'
import { S3Unavailable } from '#platform/picture-store/s3-requests.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { DATA_PATH } from '#kit/page-data/page-data.ts'
import type { Assets } from '#app/pages/built-assets.ts'
import type { ReadClientAddress } from '#platform/http/client-address.ts'
import { FORM_MAX_BYTES, readFormRequest } from '#platform/http/form-body.ts'
import type { createPages } from '#app/pages/page-handler.ts'
import { RETRY_AFTER_SECONDS } from '#platform/http/retry-after.ts'
import { isPagePathname } from '#app/pages/page-pathname.ts'
import { routeEntryFor } from '#app/pages/route-entry.ts'
import { setRequestRoute } from '#platform/logging/request-context.ts'
import { DENY_ALL_CSP, SECURITY_HEADERS, hstsHeaders } from '#platform/http/security-headers.ts'

type Dependencies = {
  assets: Assets
  /** Answers with files of other builds. */
  answerStoredAsset: (request: Request, path: string) => Promise<Response | undefined>
  pages: ReturnType<typeof createPages>
  services: Hono[]
  readClientAddress: ReadClientAddress
  /** Undefined if the request is allowed. */
  rejectCrossOriginRequest: (request: Request) => Response | undefined
  publicUrl: string
  log: Logger
}

const renderFailureResponse = (status: 500 | 503) =>
  new Response(
    `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>Sorry</title><body style="font:1.1rem/1.6 Georgia,serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem;` +
      `background:#faf7f0;color:#16261e"><h1>Sorry</h1><p>${messages.somethingWentWrong}</p><p><a href="">Try again</a> · <a href="/">Home</a></p>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': `${DENY_ALL_CSP}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`,
      },
    },
  )

const textResponse = (status: number, text: string) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })

const ASSET_ROUTE = 'asset'

/** The client disconnected while sending its body. */
const isRequestAborted = (error: Error) =>
  error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

export function createApp({
  assets,
  answerStoredAsset,
  pages,
  services,
  readClientAddress,
  rejectCrossOriginRequest,
  publicUrl,
  log,
}: Dependencies) {
  /** The request with its form parsed, unless the page reads the body itself; a Response is a refusal. */
  async function readRequestForm(request: Request, page: URL): Promise<Request | Response> {
    if (request.method !== 'POST' || pages.readsOwnBody(page.pathname)) return pageRequest(request, page)
    const formRequest = await readFormRequest(request, FORM_MAX_BYTES, page)
    if (formRequest === 'too-large') return textResponse(413, messages.requestTooLarge)
    return formRequest === 'no-form' ? textResponse(400, messages.badRequest) : formRequest
  }

  const commonHeaders = { ...SECURITY_HEADERS, ...hstsHeaders(publicUrl) }
  const app = new Hono()
  app.use(async (context, next) => {
    const isWrite = context.req.method !== 'GET' && context.req.method !== 'HEAD'
    const refusal = isWrite ? rejectCrossOriginRequest(context.req.raw) : undefined
    if (refusal) context.res = refusal
    else {
      await next()
      const pattern = routePath(context)
      if (!pattern.endsWith('*')) setRequestRoute(pattern)
    }
    const { headers, status } = context.res
    if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', RETRY_AFTER_SECONDS)
    for (const [name, value] of Object.entries(commonHeaders))
      if (name !== 'cross-origin-resource-policy' || !headers.has(name)) headers.set(name, value)
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', DENY_ALL_CSP)
  })
  app.onError((error, { req }) => {
    if (isRequestAborted(error)) log.info({ path: req.path }, 'a request was aborted by its client')
    else log.error({ error, path: req.path }, 'a request failed')
    return renderFailureResponse(isDatabaseUnavailable(error) || error instanceof S3Unavailable ? 503 : 500)
  })
  for (const service of services) app.route('/', service)
  app.on(['GET', 'POST'], DATA_PATH, async (context) => {
    const page = pageUrl(context.req.raw, context.req.query('u'))
    if (!page) return textResponse(400, messages.badRequest)
    setRequestRoute(routeEntryFor(page.pathname).id)
    const request = await readRequestForm(context.req.raw, page)
    return request instanceof Response ? request : pages.data(request, readClientAddress(context))
  })
  app.on(['GET', 'POST'], '*', async (context) => {
    const page = new URL(context.req.raw.url)
    if (!isAcceptablePath(context.req.raw, page)) return textResponse(404, messages.pageNotFound)
    const request = await readRequestForm(context.req.raw, page)
    if (request instanceof Response) return request
    const { path } = context.req
    const asset =
      request.method === 'POST'
        ? undefined
        : (assets.answer(request, path) ?? (await answerStoredAsset(request, path)))
    setRequestRoute(asset ? ASSET_ROUTE : routeEntryFor(page.pathname).id)
    return asset ?? pages.html(request, readClientAddress(context))
  })
  app.all('*', () => textResponse(405, messages.badRequest))
  return app
}

/** Undefined unless `path` belongs to this origin. */
function pageUrl(request: Request, path: string | undefined): URL | undefined {
  if (!path?.startsWith('/')) return undefined
  const { origin } = new URL(request.url)
  const url = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  return url && url.origin === origin && isAcceptablePath(request, url) ? url : undefined
}

function pageRequest(request: Request, page: URL): Request {
  if (page.href === request.url) return request
  const hasBody = request.method === 'POST'
  return new Request(page, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    ...(hasBody && { body: request.body, duplex: 'half' as const }),
  })
}

/** Any path may be read, because some have the not-found page; only the path of a page accepts a form. */
const isAcceptablePath = ({ method }: Request, { pathname }: URL) =>
  method !== 'POST' || isPagePathname(pathname)
