import { z } from 'zod'
import { ACCOUNT_FIELDS } from '#features/accounts/forms/account-fields.ts'
import { safeReturnPath } from '#kit/requests/route-guards.server.ts'
import { PENDING_SIGN_IN_COOKIE } from '#kit/storage/storage-keys.ts'

export type PendingSignIn = { email: string; return_path: string | null }

/** Long enough to find the email; short because the computer may be shared. */
const COOKIE_MAX_AGE_SECONDS = 30 * 60
const NO_PENDING_SIGN_IN: PendingSignIn = { email: '', return_path: null }
const pendingSignInSchema = z.object({
  email: z.email().max(ACCOUNT_FIELDS.email.maxLength),
  return_path: z.string().nullable(),
})

const findCookie = (request: Request) =>
  (request.headers.get('cookie') ?? '')
    .split('; ')
    .find((one) => one.startsWith(`${PENDING_SIGN_IN_COOKIE}=`))

/** In a cookie, because URLs are written to logs and histories. */
export function readPendingSignIn(request: Request): PendingSignIn {
  const pair = findCookie(request)
  if (!pair) return NO_PENDING_SIGN_IN
  try {
    const { email, return_path } = pendingSignInSchema.parse(
      JSON.parse(decodeURIComponent(pair.slice(PENDING_SIGN_IN_COOKIE.length + 1))),
    )
    return { email, return_path: safeReturnPath(return_path) }
  } catch {
    return NO_PENDING_SIGN_IN
  }
}

const serialiseCookie = (value: string, seconds: number, publicUrl: string) =>
  [
    `${PENDING_SIGN_IN_COOKIE}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

export const pendingSignInCookie = (pendingSignIn: PendingSignIn, publicUrl: string): string =>
  serialiseCookie(encodeURIComponent(JSON.stringify(pendingSignIn)), COOKIE_MAX_AGE_SECONDS, publicUrl)
export const clearPendingSignInCookie = (request: Request, publicUrl: string): string[] =>
  findCookie(request) ? [serialiseCookie('', 0, publicUrl)] : []

export const loginPath = (return_path: string | null, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...more, ...(return_path && { return: return_path }) }).toString()
  return query ? `/login?${query}` : '/login'
}
