import { isRouteErrorResponse, matchRoutes, RouterContextProvider, type StaticHandlerContext } from 'react-router'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { messages } from '#shop/messages.ts'
import { PermissionDenied, visitor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop.server.ts'
import { UPLOAD_MAX_BYTES } from '#shop/spec.ts'
import { accountsContext, actorContext, replyContext, shopContext, visitContext } from '#web/http/contexts.ts'
import { adminSignInPath, signInPath } from '#web/http/guards.server.ts'
import type { PageData } from '#web/kernel/page-data.ts'
import { pageError } from '#web/kernel/page-errors.ts'
import type { AreaId, Renderer } from '#web/render.tsx'
import type { RouteEntry } from '#web/kernel/route-entry.ts'
import { allRoutes } from '#web/routes.ts'
import { compressed } from './compressed.ts'
import type { documentFor } from './document.ts'
import { FORM_MAX_BYTES, wholeForm } from './form-body.ts'

export type Documents = Record<AreaId, ReturnType<typeof documentFor>>
type Parts = { shop: Shop; accounts: Accounts; renderer: Renderer; documents: Documents; build: string }
type Answered = { entry: RouteEntry; headers: Headers; result: StaticHandlerContext | Response }

const matchable = allRoutes.map((entry) => ({ id: entry.id, path: entry.path, entry }))
export const entryAt = (pathname: string): RouteEntry =>
  (matchRoutes(matchable, pathname)!.at(-1)!.route as (typeof matchable)[number]).entry

function areaOf({ path }: RouteEntry): AreaId {
  if (path === '/admin') return 'admin-door'
  return path.startsWith('/admin/') ? 'admin' : 'shop'
}

/** Public pages are the same for everybody. */
const PUBLIC = { actor: visitor, hasEnded: false }

/** Pages as HTML and as data: who may see them is settled here, before any loader or action runs (§6). */
export function createPages({ shop, accounts, renderer, documents, build }: Parts) {
  async function answer(request: Request, ip: string): Promise<Answered> {
    const url = new URL(request.url)
    const entry = entryAt(url.pathname)
    const headers = new Headers()
    const { actor, hasEnded } = entry.access === 'public' ? PUBLIC : await whoAsks(request, entry, headers)
    if (entry.access !== 'public' && actor.kind !== entry.access) {
      const to = entry.access === 'admin' ? adminSignInPath(url, hasEnded) : signInPath(url, entry.id)
      return { entry, headers, result: new Response(null, { status: 302, headers: { location: to } }) }
    }
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    context.set(accountsContext, accounts)
    context.set(actorContext, actor)
    context.set(replyContext, { headers })
    context.set(visitContext, { ip })
    // Nobody but those who get in can have the shop keep a picture's bytes in memory.
    const sent = entry.uploads && request.method === 'POST' ? await wholeForm(request, UPLOAD_MAX_BYTES + FORM_MAX_BYTES) : request
    if (sent === 'too-large') return { entry, headers, result: new Response(messages.requestTooLarge, { status: 413 }) }
    if (sent === 'no-form') return { entry, headers, result: new Response(messages.badRequest, { status: 400 }) }
    const result = await renderer.query(sent, context)
    if (!(result instanceof Response)) logErrors(result, url.pathname)
    return { entry, headers, result }
  }

  async function whoAsks(request: Request, entry: RouteEntry, headers: Headers) {
    const { actor, hasEnded, setCookies } = await accounts.readActor(request.headers, entry.access === 'admin' ? 'admin' : 'shop')
    for (const cookie of setCookies) headers.append('set-cookie', cookie)
    return { actor, hasEnded }
  }

  function logErrors(context: StaticHandlerContext, path: string) {
    for (const error of Object.values(context.errors ?? {})) {
      if (isRouteErrorResponse(error)) continue
      if (error instanceof PermissionDenied) shop.log.warn({ path, reason: error.message }, 'permission denied')
      else shop.log.error({ path, error }, 'page failed')
    }
  }

  const pageDataOf = (context: StaticHandlerContext): PageData => ({
    build,
    loaderData: context.loaderData,
    ...(context.actionData && { actionData: context.actionData }),
    ...(context.errors && {
      errors: Object.fromEntries(Object.entries(context.errors).map(([id, error]) => [id, pageError(error)])),
    }),
  })

  return {
    /** Whether the body of a form for this address is left unread until it is known who sends it. */
    readsBodyOf: (pathname: string) => entryAt(pathname).uploads === true,

    /** A page as a browser asks for it. */
    async html(request: Request, ip: string): Promise<Response> {
      const { entry, headers, result } = await answer(request, ip)
      if (result instanceof Response) return withHeaders(result, headers)
      const { area, html, head } = renderer.render(result)
      const document = documents[area]
      const start = { ...pageDataOf(result), identity: shop.identity, publicUrl: shop.publicUrl }
      const noIndex = head.noIndex || entry.access !== 'public' || result.statusCode !== 200
      const body = document.page({ head: { ...head, noIndex }, html, start, path: result.location.pathname, routeId: entry.id })
      headers.set('content-type', 'text/html; charset=utf-8')
      headers.set('content-security-policy', document.contentSecurityPolicy)
      headers.set('cache-control', cacheControl(entry, request, headers))
      return new Response(await compressed(request, body, headers), { status: result.statusCode, headers })
    },

    /** The same page as data, for a page change inside the browser. */
    async data(request: Request, ip: string): Promise<Response> {
      const { entry, headers, result } = await answer(request, ip)
      headers.set('content-type', 'application/json')
      headers.set('cache-control', cacheControl(entry, request, headers))
      if (!(result instanceof Response)) {
        const body = JSON.stringify(pageDataOf(result))
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

/** A loader may have said already that nobody keeps its page. */
function cacheControl(entry: RouteEntry, request: Request, said: Headers) {
  if (entry.access !== 'public' || request.method !== 'GET') return 'no-store'
  return said.get('cache-control') ?? 'public, max-age=0, must-revalidate'
}

function withHeaders(response: Response, headers: Headers): Response {
  const merged = new Headers(response.headers)
  for (const [name, value] of headers) if (name !== 'set-cookie') merged.set(name, value)
  for (const cookie of headers.getSetCookie()) merged.append('set-cookie', cookie)
  merged.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers: merged })
}
