import { redirect, type RouterContextProvider } from 'react-router'
import { accountMessages } from '#shop/messages/account-messages.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import { actorContext } from './request-contexts.ts'

/** For the page, or for the form that a visitor sent if `isWrite`. */
export function signInPath(url: URL, routeId?: string, isWrite = false): string {
  const isCheckout = routeId === 'checkout' || url.pathname === '/checkout'
  const notice = isCheckout ? 'sign-in-to-checkout' : isWrite ? 'session-ended-unsaved' : 'sign-in'
  return `/login?${new URLSearchParams({ notice, return: url.pathname + url.search })}`
}

/** Throws a redirect to sign-in for any other actor. */
export function requireCustomer(context: Readonly<RouterContextProvider>, request: Request): Customer {
  const actor = context.get(actorContext)
  if (actor.kind === 'customer') return actor
  throw redirect(signInPath(new URL(request.url)))
}

export function adminSignInPath(url: URL, hasEnded = false): string {
  return `/admin?${new URLSearchParams({ ...(hasEnded && { notice: 'admin-session-ended' }), return: url.pathname + url.search })}`
}

/** Under /admin, because only administrators have a second factor. */
export function secondFactorPath(url: URL): string {
  const returnPath = url.searchParams.get('return')
  return `/admin?${new URLSearchParams({ step: 'code', ...(returnPath && { return: returnPath }) })}`
}

/** Throws a redirect to the admin sign-in for any other actor. */
export function requireAdmin(context: Readonly<RouterContextProvider>, request: Request): Admin {
  const actor = context.get(actorContext)
  if (actor.kind === 'admin') return actor
  throw redirect(adminSignInPath(new URL(request.url)))
}

const PLACEHOLDER_ORIGIN = 'http://here.invalid'

/** Null if a browser would resolve the path to another origin (`\` counts as `/`, tabs are dropped). */
export function safeReturnPath(returnPath: string | null | undefined): string | null {
  if (!returnPath?.startsWith('/') || !URL.canParse(returnPath, PLACEHOLDER_ORIGIN)) return null
  const url = new URL(returnPath, PLACEHOLDER_ORIGIN)
  const path = url.pathname + url.search + url.hash
  return url.origin === PLACEHOLDER_ORIGIN && !path.startsWith('//') ? path : null
}

/** Works like {@link safeReturnPath}, but only for admin pages other than the sign-in page. */
export function adminReturnPath(returnPath: string | null | undefined): string | null {
  const path = safeReturnPath(returnPath)
  return path && /^\/admin\/[^?#]/.test(path) ? path : null
}

/** 403 for a cross-origin write (CSRF). An origin that equals Host is accepted: a shop may have several host names. */
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
