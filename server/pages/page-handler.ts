import { isRouteErrorResponse, matchRoutes, RouterContextProvider, type StaticHandlerContext } from 'react-router'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { PAGE_BEYOND_ANY, pageFrom } from '#shop/paging/paging.ts'
import { PermissionDenied, visitor } from '#shop/permissions.ts'
import type { ShownPart } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { cartLimitsOf } from '#shop/settings/order-limits.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { accountsContext, actorContext, replyContext, shopContext, shownContext, visitContext, type Missing } from '#web/http/request-contexts.ts'
import { adminSignInPath, signInPath } from '#web/http/route-guards.server.ts'
import type { PageData } from '#web/client/page-data/page-data.ts'
import { pageError } from '#web/client/page-data/page-errors.ts'
import { keptAddress, NO_PAGE, standInsFor } from '#web/cacheable-paths.ts'
import type { AreaId, Renderer } from '#web/server-renderer.tsx'
import type { RouteEntry } from '#web/client/routing/route-definition.ts'
import { allRoutes } from '#web/all-routes.ts'
import type { Caller } from '#server/http/client-address.ts'
import { compressed } from '#server/http/compression.ts'
import type { documentFor } from './html-document.ts'
import { BARE_POLICY, transportHeaders } from '#server/http/security-headers.ts'
import { keyOf, type Form } from '#server/page-cache/page-cache-middleware.ts'
import type { PageBytes } from '#server/page-cache/encoded-page.ts'
import type { PageCache, Rendered, SharedPage } from '#server/page-cache/page-cache.ts'
import { remembered } from './memoise-by-text.ts'
import { withUpload } from '#server/http/upload-body.ts'

export type Documents = Record<AreaId, ReturnType<typeof documentFor>>
type Parts = { shop: Shop; accounts: Accounts; renderer: Renderer; documents: Documents; build: string; cache: PageCache }
type Answered = { entry: RouteEntry; headers: Headers; result: StaticHandlerContext | Response; shown: readonly ShownPart[] | null; missing?: Missing | null; leadsAway?: boolean }

const NOT_FOUND_ROUTE = 'not-found'
const matchable = allRoutes.map((entry) => ({ id: entry.id, path: entry.path, entry }))
const notFoundEntry = allRoutes.find(({ id }) => id === NOT_FOUND_ROUTE)!
const firstWords = new Set(allRoutes.map(({ path }) => path.split('/')[1]))
/** Much of what strangers make up is told by its first word, in a hundredth of the router's time. */
const isOfNoRoute = (pathname: string) => !firstWords.has((/^\/([\w-]+)(?:\/|$)/.exec(pathname)?.[1] ?? '').toLowerCase())
/** The router takes all its patterns apart anew for each address. */
export const entryAt = remembered((pathname: string): RouteEntry => {
  // The router writes a line of its own to the terminal for each of these.
  if (!isDecodable(pathname) || isOfNoRoute(pathname)) return notFoundEntry
  // No pattern matches a line break, not even that of the page for everything else.
  const match = matchRoutes(matchable, pathname)?.at(-1)
  return match ? (match.route as (typeof matchable)[number]).entry : notFoundEntry
})

function areaOf({ path }: RouteEntry): AreaId {
  if (path === '/admin') return 'admin-door'
  return path.startsWith('/admin/') ? 'admin' : 'shop'
}

/** Public pages are the same for everybody. */
const MISSING_PAGE: Missing = { standIn: NO_PAGE, parts: [] }
const NOBODY: Caller = { ip: 'nobody', untrustedProxy: null }
const PUBLIC = { actor: visitor, hasEnded: false, stranger: null }

const isNoRoute = (pathname: string) => entryAt(pathname).id === NOT_FOUND_ROUTE

/**
 * Tells paths that are no page of the shop, and nothing else of it: what has a dot may be a file, and below the first words
 * of the services they answer.
 */
export function createIsNoPage(services: readonly { routes: readonly { path: string }[] }[]): (pathname: string) => boolean {
  const taken = new Set(services.flatMap(({ routes }) => routes.map(({ path }) => path.split('/')[1])))
  return (pathname) => pathname.startsWith('/') && !pathname.includes('.') && !taken.has(pathname.split('/')[1]) && isNoRoute(pathname)
}

/** Pages as HTML and as data: who may see them is settled here, before any loader or action runs (§6). */
export function createPages({ shop, accounts, renderer, documents, build, cache }: Parts) {
  async function answer(request: Request, caller: Caller, form: Form): Promise<Answered> {
    const url = new URL(request.url)
    const entry = entryAt(url.pathname)
    const headers = new Headers(transportHeaders(shop.publicUrl))
    const { actor, hasEnded, stranger } = entry.access === 'public' ? PUBLIC : await whoAsks(request, entry, headers)
    if (stranger) await refuse(stranger, request, url, 'no-administrator')
    if (entry.access !== 'public' && actor.kind !== entry.access) {
      const to = entry.access === 'admin' ? adminSignInPath(url, hasEnded) : signInPath(url, entry.id)
      return { entry, headers, shown: null, result: new Response(null, { status: 302, headers: { location: to } }) }
    }
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    context.set(accountsContext, accounts)
    context.set(actorContext, actor)
    const reply: { headers: Headers; leadsAway?: boolean } = { headers }
    context.set(replyContext, reply)
    context.set(visitContext, caller)
    // A page without a loader shows nothing that changes.
    let shown: readonly ShownPart[] | null = entry.loader ? null : []
    let missing: Missing | null = null
    context.set(shownContext, { says: (parts) => void (shown = parts), isNotThere: (what) => void (missing = what) })
    // Nobody but those who get in can have the shop keep a picture's bytes in memory.
    // A rendered page shows its data, wherever it leads.
    const wantsData = () => form === 'html' || !reply.leadsAway
    const query = (sent: Request) => renderer.query(sent, context, wantsData)
    const result = entry.uploads && request.method === 'POST' ? await withUpload(request, query) : await query(request)
    if (result === 'too-large') return { entry, headers, shown: null, result: new Response(messages.requestTooLarge, { status: 413 }) }
    if (result === 'no-form') return { entry, headers, shown: null, result: new Response(messages.badRequest, { status: 400 }) }
    if (!(result instanceof Response)) {
      const denied = logErrors(result, url.pathname)
      if (denied && actor.userId) await refuse(actor.userId, request, url, denied.permission)
    }
    return { entry, headers, result, shown, missing, leadsAway: !wantsData() }
  }

  const refuse = (userId: string, { method }: Request, { pathname: path }: URL, reason: string) =>
    accounts.recordRefusal({ userId, area: path.startsWith('/admin') ? 'admin' : 'shop', method, path, reason })

  async function whoAsks(request: Request, entry: RouteEntry, headers: Headers) {
    const { setCookies, ...who } = await accounts.readActor(request.headers, entry.access === 'admin' ? 'admin' : 'shop')
    for (const cookie of setCookies) headers.append('set-cookie', cookie)
    return who
  }

  /** What a use-case refused, if it was one that failed the page. */
  function logErrors(context: StaticHandlerContext, path: string): PermissionDenied | undefined {
    let denied: PermissionDenied | undefined
    for (const error of Object.values(context.errors ?? {})) {
      if (isRouteErrorResponse(error)) continue
      if (error instanceof PermissionDenied) {
        denied = error
        shop.log.warn({ path, permission: error.permission }, 'permission denied')
      } else shop.log.error({ path, error }, 'page failed')
    }
    return denied
  }

  const pageDataOf = (context: StaticHandlerContext, leadsAway = false): PageData => ({
    build,
    ...(!leadsAway && { loaderData: context.loaderData }),
    ...(context.actionData && { actionData: context.actionData }),
    ...(context.errors && {
      errors: Object.fromEntries(Object.entries(context.errors).map(([id, error]) => [id, pageError(error)])),
    }),
  })

  function htmlOf({ entry, headers, result }: Answered & { result: StaticHandlerContext }): Buffer {
    const { area, html, head } = renderer.render(result)
    const document = documents[area]
    const start = { ...pageDataOf(result), identity: shop.identity, publicUrl: shop.publicUrl, limits: cartLimitsOf(shop.limits) }
    const noIndex = head.noIndex || entry.access !== 'public' || result.statusCode !== 200
    headers.set('content-type', 'text/html; charset=utf-8')
    headers.set('content-security-policy', document.contentSecurityPolicy)
    return document.page({ head: { ...head, noIndex }, html, start, path: result.statusCode === 404 ? null : result.location.pathname, routeId: entry.id })
  }

  function dataOf({ headers, result, leadsAway }: Answered & { result: StaticHandlerContext }): Buffer {
    headers.set('content-type', 'application/json')
    headers.set('content-security-policy', BARE_POLICY)
    return Buffer.from(JSON.stringify(pageDataOf(result, leadsAway)))
  }

  /** By its own address, and with nothing of whoever asks: what comes out is the same for everybody. */
  async function forEverybody(form: Form, address: string): Promise<Rendered | SharedPage> {
    const known = standInsFor(address).find(({ standIn, word }) => standIn !== address && cache.standsFor(keyOf(form, standIn), word))
    if (known) return sharedPage(form, { ...known, page: pageFrom(known.word) })
    const request = new Request(new URL(address, shop.publicUrl))
    const answered = await answer(request, NOBODY, form)
    const { entry, headers, result } = answered
    const missing = entry.id === NOT_FOUND_ROUTE ? MISSING_PAGE : answered.missing
    if (missing && missing.standIn !== address) return sharedPage(form, missing)
    const shown = missing?.parts ?? answered.shown
    if (result instanceof Response) throw new Error(`The page ${address} answers with a redirect, and so cannot be kept.`)
    const body = form === 'html' ? htmlOf({ ...answered, result }) : dataOf({ ...answered, result })
    headers.set('cache-control', cacheControl(entry, request, headers))
    const isWhole = (result.statusCode === 200 || missing) && !headers.get('cache-control')!.includes('no-store')
    return { status: form === 'html' ? result.statusCode : 200, headers, body, shown: isWhole ? shown : null, standsFor: missing?.standsFor }
  }

  const sharedPage = (form: Form, { standIn, page }: Pick<Missing, 'standIn' | 'page'>): SharedPage => ({
    key: keyOf(form, standIn),
    render: () => forEverybody(form, standIn),
    ...(page !== undefined && standIn.endsWith(String(PAGE_BEYOND_ANY)) && { replace: { text: String(PAGE_BEYOND_ANY), by: String(page) } }),
  })

  async function kept(form: Form, { pathname, searchParams }: URL, request: Request): Promise<Response | undefined> {
    if (!isRead(request)) return undefined
    if (isNoRoute(pathname)) return ready(request, await cache.shared(sharedPage(form, MISSING_PAGE)))
    const address = keptAddress(pathname, searchParams)
    return address ? ready(request, await cache.page(keyOf(form, address), () => forEverybody(form, address))) : undefined
  }

  async function ready(request: Request, page: PageBytes): Promise<Response> {
    const { status, headers, body } = await page.packedFor(
      request.headers.get('accept-encoding') ?? undefined,
      request.headers.get('if-none-match') ?? undefined,
    )
    const pairs = headers.flatMap((name, place) => (place % 2 === 0 ? [[name, headers[place + 1]!] as [string, string]] : []))
    return new Response(body && new Uint8Array(body), { status, headers: pairs })
  }

  return {
    forEverybody,

    /** Whether the body of a form for this address is left unread until it is known who sends it. */
    readsBodyOf: (pathname: string) => entryAt(pathname).uploads === true,

    /** A page as a browser asks for it. */
    async html(request: Request, caller: Caller): Promise<Response> {
      const keptPage = await kept('html', new URL(request.url), request)
      if (keptPage) return keptPage
      const answered = await answer(request, caller, 'html')
      const { entry, headers, result, missing } = answered
      if (missing && isRead(request)) return ready(request, await cache.shared(sharedPage('html', missing)))
      if (result instanceof Response) return withHeaders(result, headers)
      const body = htmlOf({ ...answered, result })
      headers.set('cache-control', cacheControl(entry, request, headers))
      return new Response(await compressed(request, body, headers), { status: result.statusCode, headers })
    },

    /** The same page as data, for a page change inside the browser. */
    async data(request: Request, caller: Caller): Promise<Response> {
      const keptPage = await kept('data', new URL(request.url), request)
      if (keptPage) return keptPage
      const answered = await answer(request, caller, 'data')
      const { entry, headers, result } = answered
      headers.set('content-type', 'application/json')
      headers.set('cache-control', cacheControl(entry, request, headers))
      if (!(result instanceof Response)) {
        const body = dataOf({ ...answered, result })
        return new Response(await compressed(request, body, headers), { headers })
      }
      if (result.status >= 400) {
        // What was typed stays in the form beside the sentence.
        const actionData = { [entry.id]: { message: await result.text() } }
        return new Response(JSON.stringify({ build, actionData } satisfies PageData), { status: result.status, headers })
      }
      for (const cookie of result.headers.getSetCookie()) headers.append('set-cookie', cookie)
      const to = result.headers.get('location') ?? '/'
      // Each area is a browser entry of its own: its scripts know nothing of another area's pages.
      const leavesArea = areaOf(entry) !== areaOf(entryAt(new URL(to, request.url).pathname))
      const redirect = { to, reload: leavesArea || result.headers.has('x-remix-reload-document') }
      return new Response(JSON.stringify({ build, redirect } satisfies PageData), { headers })
    },
  }
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** A loader may have said already that nobody keeps its page. */
function cacheControl(entry: RouteEntry, request: Request, said: Headers) {
  if (entry.access !== 'public' || !isRead(request)) return 'no-store'
  return said.get('cache-control') ?? 'public, max-age=0, must-revalidate'
}

function withHeaders(response: Response, headers: Headers): Response {
  const merged = new Headers(response.headers)
  for (const [name, value] of headers) if (name !== 'set-cookie') merged.set(name, value)
  for (const cookie of headers.getSetCookie()) merged.append('set-cookie', cookie)
  merged.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers: merged })
}
