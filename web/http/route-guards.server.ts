import { redirect, type RouterContextProvider } from 'react-router'
import { accountMessages } from '#shop/accounts/account-messages.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import { actorContext } from './request-contexts.ts'

/** Where somebody who has to sign in first is sent, and comes back from. */
export function signInPath(url: URL, routeId?: string): string {
  const notice = routeId === 'checkout' || url.pathname === '/checkout' ? 'sign-in-to-checkout' : 'sign-in'
  return `/login?${new URLSearchParams({ notice, return: url.pathname + url.search })}`
}

/** The customer who asks; throws a redirect to the sign-in for anybody else. */
export function requireCustomer(context: Readonly<RouterContextProvider>, request: Request): Customer {
  const actor = context.get(actorContext)
  if (actor.kind === 'customer') return actor
  throw redirect(signInPath(new URL(request.url)))
}

/** The back-office's sign-in, which leads back afterwards; it says that a session has ended only where there was one. */
export function adminSignInPath(url: URL, hasEnded = false): string {
  return `/admin?${new URLSearchParams({ ...(hasEnded && { notice: 'admin-session-ended' }), return: url.pathname + url.search })}`
}

/** Where a sign-in goes on that takes a code: at the door of the back-office, for only its people have a second factor. */
export function secondFactorPath(url: URL): string {
  const returnPath = url.searchParams.get('return')
  return `/admin?${new URLSearchParams({ step: 'code', ...(returnPath && { return: returnPath }) })}`
}

/** The administrator who asks; throws a redirect to the back-office's sign-in for anybody else. */
export function requireAdmin(context: Readonly<RouterContextProvider>, request: Request): Admin {
  const actor = context.get(actorContext)
  if (actor.kind === 'admin') return actor
  throw redirect(adminSignInPath(new URL(request.url)))
}

const PLACEHOLDER_ORIGIN = 'http://here.invalid'

/**
 * A path of this shop to go on to, or null for anything that a browser would take for another site.
 * It is read as browsers read it: they drop tabs and line ends, and take \ for /.
 */
export function safeReturnPath(returnPath: string | null | undefined): string | null {
  if (!returnPath?.startsWith('/') || !URL.canParse(returnPath, PLACEHOLDER_ORIGIN)) return null
  const url = new URL(returnPath, PLACEHOLDER_ORIGIN)
  const path = url.pathname + url.search + url.hash
  return url.origin === PLACEHOLDER_ORIGIN && !path.startsWith('//') ? path : null
}

/** As {@link safeReturnPath}, for the back-office: one of its own pages and not its sign-in. */
export function adminReturnPath(returnPath: string | null | undefined): string | null {
  const path = safeReturnPath(returnPath)
  return path && /^\/admin\/[^?#]/.test(path) ? path : null
}

/**
 * Refuses a write that a page of another site sent with this visitor's cookies; undefined lets the request through.
 * Browsers name the page's origin on every such request. It is compared with the host that was asked for, because
 * the shop may be opened by several addresses, all of them by https where its public one is; what names neither comes
 * from no browser and carries nobody's cookies.
 */
export function rejectCrossOriginRequest(request: Request, publicUrl: string): Response | undefined {
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return undefined
  const origin = request.headers.get('origin')
  if (site === null && origin === null) return undefined
  const isPublic = origin === new URL(publicUrl).origin
  const isOfScheme = publicUrl.startsWith('http:') || origin?.startsWith('https:')
  if (origin && (isPublic || (isOfScheme && hostOf(origin) === request.headers.get('host')))) return undefined
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  return new Response(accountMessages.foreignPage, { status: 403, headers })
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
