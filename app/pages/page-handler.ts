import { isDatabaseUnavailable } from '#platform/database/connection/database-unavailable.server.ts'
import { isRouteErrorResponse, RouterContextProvider, type StaticHandlerContext } from 'react-router'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import type { Accounts } from '#features/accounts/accounts.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { PLACEHOLDER_PAGE_NUMBER, parsePageNumber } from '#shop/paging/paging.ts'
import { hasPermission, PermissionDenied, visitor } from '#shop/permissions.ts'
import type { CacheTag } from '#shop/cache-tags/cache-tags.ts'
import { toCartLimits } from '#features/settings/to-cart-limits.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  accountsContext,
  actorContext,
  responseContext,
  shopContext,
  cacheContext,
  clientAddressContext,
  type NotFoundResource,
} from '#kit/requests/request-contexts.ts'
import { isOfAdminSignInArea } from '#app/admin-routes.ts'
import { adminSignInPath, signInPath } from '#kit/requests/route-guards.server.ts'
import type { PageData } from '#kit/page-data/page-data.ts'
import { toPageError } from '#kit/page-data/page-errors.ts'
import { cacheablePath, notFoundPagesFor } from '#app/cacheable-paths.ts'
import type { AreaId, Renderer } from '#app/server-renderer.tsx'
import { NOT_FOUND_PATH, NOT_FOUND_ROUTE } from '#kit/routing/not-found-route.ts'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import type { ClientAddress } from '#platform/http/client-address.ts'
import { compressResponse } from '#platform/http/compression.ts'
import type { createDocumentTemplate } from './html-document.ts'
import { DENY_ALL_CSP, hstsHeaders } from '#platform/http/security-headers.ts'
import { pageCacheKey, type PageFormat } from './page-cache-middleware.ts'
import type { EncodedPage } from '#platform/page-cache/encoded-page.ts'
import type { PageCache, RenderedPage, SharedPageRequest } from '#platform/page-cache/page-cache.ts'
import { routeEntryFor } from './route-entry.ts'
import { SECOND_FACTOR_SETUP_PATH, waitsForSecondFactor } from './second-factor-setup.ts'
import { withHeaders } from '#platform/http/with-headers.ts'
import { handleUpload } from '#platform/http/upload-body.ts'
import type { ShopSettings } from '#app/settings/shop-settings.ts'

export type Documents = Record<AreaId, ReturnType<typeof createDocumentTemplate>>
type Dependencies = {
  shop: ShopDependencies
  accounts: Accounts
  renderer: Renderer
  documents: Documents
  build: string
  cache: PageCache
  shopSettings: Pick<ShopSettings, 'current' | 'whenCurrent'>
}
type PageResult = {
  entry: RouteDefinition
  adminRole: AdministratorRole | null
  headers: Headers
  result: StaticHandlerContext | Response
  tags: readonly CacheTag[] | null
  missing?: NotFoundResource | null
  navigatesAway?: boolean
}

function areaOf({ path }: RouteDefinition): AreaId {
  if (isOfAdminSignInArea(path)) return 'admin-sign-in'
  return path.startsWith('/admin/') ? 'admin' : 'shop'
}

const MISSING_PAGE: NotFoundResource = { placeholderPath: NOT_FOUND_PATH, cacheTags: [] }
/** On a node that may have missed changes, as while the database is away: a page that needs nothing else is answered (FLEET-19). */
const SETTINGS_WAIT_MS = 500
const ANONYMOUS_CLIENT: ClientAddress = { ip: 'nobody', untrustedProxy: null }
const PUBLIC_VISITOR = {
  actor: visitor,
  hasSecondFactor: false,
  hasEnded: false,
  signedInWithoutAccess: null,
}

const isNoRoute = (pathname: string) => routeEntryFor(pathname).id === NOT_FOUND_ROUTE

/** Returns a check for unknown paths. Paths that may be files (with a dot) or services are not unknown. */
export function createUnknownPathCheck(
  services: readonly { routes: readonly { path: string }[] }[],
): (pathname: string) => boolean {
  const serviceSegments = new Set(
    services.flatMap(({ routes }) => routes.map(({ path }) => path.split('/')[1])),
  )
  return (pathname) =>
    pathname.startsWith('/') &&
    !pathname.includes('.') &&
    !serviceSegments.has(pathname.split('/')[1]) &&
    isNoRoute(pathname)
}

/** Checks access before any loader or action runs. */
export function createPages(dependencies: Dependencies) {
  const { shop, accounts, renderer, documents, build, cache, shopSettings } = dependencies
  const versions = () => ({ build, settings: shopSettings.current().version })

  async function loadPage(request: Request, client: ClientAddress, format: PageFormat): Promise<PageResult> {
    const url = new URL(request.url)
    const entry = routeEntryFor(url.pathname)
    const mayPrecedeSettings = entry.access === 'public' && isReadRequest(request)
    await shopSettings.whenCurrent(mayPrecedeSettings ? SETTINGS_WAIT_MS : undefined)
    const headers = new Headers(hstsHeaders(shop.publicUrl))
    const { actor, hasSecondFactor, hasEnded, signedInWithoutAccess } =
      entry.access === 'public' ? PUBLIC_VISITOR : await readRequestActor(request, entry, headers)
    if (signedInWithoutAccess)
      await recordPageRefusal(signedInWithoutAccess, request, url, 'no-administrator')
    const redirectTo = (to: string) => {
      const result = new Response(null, { status: 302, headers: { location: to } })
      return { entry, adminRole: null, headers, tags: null, result }
    }
    if (entry.access !== 'public' && actor.kind !== entry.access) {
      return redirectTo(
        entry.access === 'admin'
          ? adminSignInPath(url, hasEnded)
          : signInPath(url, entry.id, !isReadRequest(request)),
      )
    }
    const { ownersNeedSecondFactor } = shopSettings.current()
    if (ownersNeedSecondFactor && !hasSecondFactor && waitsForSecondFactor(entry, actor))
      return redirectTo(SECOND_FACTOR_SETUP_PATH)
    const adminRole = actor.kind === 'admin' ? actor.role : null
    const isDenied = entry.permission !== undefined && !hasPermission(actor, entry.permission)
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    context.set(accountsContext, accounts)
    context.set(actorContext, actor)
    const response: { headers: Headers; navigatesAway?: boolean } = { headers }
    context.set(responseContext, response)
    context.set(clientAddressContext, client)
    // A page without a loader never changes.
    let tags: readonly CacheTag[] | null = entry.loader ? null : []
    let missing: NotFoundResource | null = null
    context.set(cacheContext, {
      setCacheTags: (cacheTags) => void (tags = cacheTags),
      setNotFound: (what) => void (missing = what),
    })
    const wantsData = () => format === 'html' || !response.navigatesAway
    const query = (formRequest: Request) => renderer.query(entry.id, formRequest, context, wantsData)
    // The loader throws the refusal, so the body of a refused form is not read.
    const load = () =>
      entry.uploads && request.method === 'POST' ? handleUpload(request, query) : query(request)
    const result = isDenied ? await query(new Request(request.url)) : await load()
    const refuse = (status: number, message: string) => {
      return { entry, adminRole, headers, tags: null, result: new Response(message, { status }) }
    }
    if (result === 'too-large') return refuse(413, messages.requestTooLarge)
    if (result === 'no-form') return refuse(400, messages.badRequest)
    if (!(result instanceof Response)) {
      const denied = logErrors(result, url.pathname)
      if (denied && actor.userId) await recordPageRefusal(actor.userId, request, url, denied.permission)
    }
    return { entry, adminRole, headers, result, tags, missing, navigatesAway: !wantsData() }
  }

  const recordPageRefusal = (userId: string, { method }: Request, { pathname: path }: URL, reason: string) =>
    accounts.recordRefusal({
      userId,
      area: path.startsWith('/admin') ? 'admin' : 'shop',
      method,
      path,
      reason,
    })

  async function readRequestActor(request: Request, entry: RouteDefinition, headers: Headers) {
    const { setCookies, ...session } = await accounts.readActor(
      request.headers,
      entry.access === 'admin' ? 'admin' : 'shop',
    )
    for (const cookie of setCookies) headers.append('set-cookie', cookie)
    return session
  }

  /** Returns the denied permission, if any. */
  function logErrors(context: StaticHandlerContext, path: string): PermissionDenied | undefined {
    let denied: PermissionDenied | undefined
    for (const error of Object.values(context.errors ?? {})) {
      if (isRouteErrorResponse(error)) continue
      if (error instanceof PermissionDenied) {
        denied = error
        context.statusCode = 403
        shop.log.warn({ path, permission: error.permission }, 'permission denied')
      } else {
        if (isDatabaseUnavailable(error)) context.statusCode = 503
        shop.log.error({ path, error }, 'page failed')
      }
    }
    return denied
  }

  const pageDataOf = (context: StaticHandlerContext, navigatesAway = false): PageData => ({
    ...versions(),
    ...(!navigatesAway && { loaderData: context.loaderData }),
    ...(context.actionData && { actionData: context.actionData }),
    ...(context.errors && {
      errors: Object.fromEntries(
        Object.entries(context.errors).map(([id, error]) => [id, toPageError(error)]),
      ),
    }),
  })

  function renderHtml({
    entry,
    adminRole,
    headers,
    result,
  }: PageResult & { result: StaticHandlerContext }): Buffer {
    const { area, html, head } = renderer.render(result, adminRole)
    const document = documents[area]
    const start = {
      ...pageDataOf(result),
      identity: shop.identity,
      publicUrl: shop.publicUrl,
      limits: toCartLimits(shop),
      adminRole,
    }
    const noIndex = head.noIndex || entry.access !== 'public' || result.statusCode !== 200
    headers.set('content-type', 'text/html; charset=utf-8')
    headers.set('content-security-policy', document.contentSecurityPolicy)
    return document.page({
      head: { ...head, noIndex },
      html,
      start,
      path: result.statusCode === 404 ? null : result.location.pathname,
      routeId: entry.id,
    })
  }

  function renderData({
    headers,
    result,
    navigatesAway,
  }: PageResult & { result: StaticHandlerContext }): Buffer {
    headers.set('content-type', 'application/json')
    headers.set('content-security-policy', DENY_ALL_CSP)
    return Buffer.from(JSON.stringify(pageDataOf(result, navigatesAway)))
  }

  /** Uses no data of the requester, so that the page can be cached. */
  async function renderPublicPage(
    format: PageFormat,
    address: string,
  ): Promise<RenderedPage | SharedPageRequest> {
    const covered = notFoundPagesFor(address).find(
      ({ placeholderPath, word }) =>
        placeholderPath !== address && cache.coversAddress(pageCacheKey(format, placeholderPath), word),
    )
    if (covered) return sharedPage(format, { ...covered, page: parsePageNumber(covered.word) })
    const request = new Request(new URL(address, shop.publicUrl))
    const loaded = await loadPage(request, ANONYMOUS_CLIENT, format)
    const { entry, headers, result } = loaded
    const missing = entry.id === NOT_FOUND_ROUTE ? MISSING_PAGE : loaded.missing
    if (missing && missing.placeholderPath !== address) return sharedPage(format, missing)
    const tags = missing?.cacheTags ?? loaded.tags
    if (result instanceof Response) throw new Error(`The page ${address} redirects, so it cannot be cached.`)
    const body = format === 'html' ? renderHtml({ ...loaded, result }) : renderData({ ...loaded, result })
    headers.set('cache-control', cacheControl(entry, request, headers, result.statusCode))
    const isComplete =
      (result.statusCode === 200 || missing) && !headers.get('cache-control')!.includes('no-store')
    return {
      status: format === 'html' ? result.statusCode : dataStatus(result),
      headers,
      body,
      tags: isComplete ? tags : null,
      coversAddress: missing?.coversAddress,
      hasFailed: result.statusCode >= 500,
    }
  }

  const sharedPage = (
    format: PageFormat,
    { placeholderPath, page }: Pick<NotFoundResource, 'placeholderPath' | 'page'>,
  ): SharedPageRequest => ({
    key: pageCacheKey(format, placeholderPath),
    render: () => renderPublicPage(format, placeholderPath),
    ...(page !== undefined &&
      placeholderPath.endsWith(String(PLACEHOLDER_PAGE_NUMBER)) && {
        replace: { text: String(PLACEHOLDER_PAGE_NUMBER), by: String(page) },
      }),
  })

  async function cachedPage(
    format: PageFormat,
    { pathname, searchParams }: URL,
    request: Request,
  ): Promise<Response | undefined> {
    if (!isReadRequest(request)) return undefined
    if (isNoRoute(pathname))
      return cachedPageResponse(request, await cache.shared(sharedPage(format, MISSING_PAGE)))
    const address = cacheablePath(pathname, searchParams)
    return address
      ? cachedPageResponse(
          request,
          await cache.page(pageCacheKey(format, address), () => renderPublicPage(format, address)),
        )
      : undefined
  }

  async function cachedPageResponse(request: Request, page: EncodedPage): Promise<Response> {
    const { status, headers, body } = await page.encodeResponse(
      request.headers.get('accept-encoding') ?? undefined,
      request.headers.get('if-none-match') ?? undefined,
    )
    const pairs = headers.flatMap((name, index) =>
      index % 2 === 0 ? [[name, headers[index + 1]!] as [string, string]] : [],
    )
    return new Response(body && new Uint8Array(body), { status, headers: pairs })
  }

  return {
    renderPublicPage,

    /** Whether a form's body is read only after the access check. */
    readsOwnBody: (pathname: string) => routeEntryFor(pathname).uploads === true,

    async html(request: Request, client: ClientAddress): Promise<Response> {
      const cachedResponse = await cachedPage('html', new URL(request.url), request)
      if (cachedResponse) return cachedResponse
      const loaded = await loadPage(request, client, 'html')
      const { entry, headers, result, missing } = loaded
      if (missing && isReadRequest(request))
        return cachedPageResponse(request, await cache.shared(sharedPage('html', missing)))
      if (result instanceof Response) return withHeaders(result, headers)
      const body = renderHtml({ ...loaded, result })
      headers.set('cache-control', cacheControl(entry, request, headers, result.statusCode))
      return new Response(await compressResponse(request, body, headers), {
        status: result.statusCode,
        headers,
      })
    },

    async data(request: Request, client: ClientAddress): Promise<Response> {
      const cachedResponse = await cachedPage('data', new URL(request.url), request)
      if (cachedResponse) return cachedResponse
      const loaded = await loadPage(request, client, 'data')
      const { entry, headers, result } = loaded
      headers.set('content-type', 'application/json')
      headers.set('cache-control', cacheControl(entry, request, headers))
      if (!(result instanceof Response)) {
        const body = renderData({ ...loaded, result })
        return new Response(await compressResponse(request, body, headers), {
          status: dataStatus(result),
          headers,
        })
      }
      if (result.status >= 400) {
        // Form values are kept, and the message is shown beside them.
        const actionData = { [entry.id]: { message: await result.text() } }
        return new Response(JSON.stringify({ ...versions(), actionData } satisfies PageData), {
          status: result.status,
          headers,
        })
      }
      for (const cookie of result.headers.getSetCookie()) headers.append('set-cookie', cookie)
      const to = result.headers.get('location') ?? '/'
      // Each area has its own bundle, which cannot render pages of other areas.
      const leavesArea = areaOf(entry) !== areaOf(routeEntryFor(new URL(to, request.url).pathname))
      const redirect = { to, reload: leavesArea || result.headers.has('x-remix-reload-document') }
      return new Response(JSON.stringify({ ...versions(), redirect } satisfies PageData), { headers })
    },
  }
}

/** Proxies and monitoring see a failure; the data say what a person did. */
const dataStatus = ({ statusCode }: StaticHandlerContext) => (statusCode >= 500 ? statusCode : 200)

const isReadRequest = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** A loader may have set no-store. No cache keeps a failed page. */
function cacheControl(entry: RouteDefinition, request: Request, loaderHeaders: Headers, status = 200) {
  if (entry.access !== 'public' || !isReadRequest(request) || status >= 500) return 'no-store'
  return loaderHeaders.get('cache-control') ?? 'public, max-age=0, must-revalidate'
}
