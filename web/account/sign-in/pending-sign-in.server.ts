import { z } from 'zod'
import { ACCOUNT_FIELDS } from '#shop/accounts/forms/account-fields.ts'
import { safeReturnPath } from '#web/http/route-guards.server.ts'
import { SIGN_IN_START_COOKIE } from '#web/session/storage-keys.ts'

/** What a registration hands on to the sign-in after it, also by way of the verification mail: who, and where they were going. */
export type SignInStart = { email: string; return_path: string | null }

/** Long enough to look for a mail; on a shared computer it is nobody's business tomorrow. */
const KEPT_SECONDS = 30 * 60
const NOTHING: SignInStart = { email: '', return_path: null }
const started = z.object({ email: z.email().max(ACCOUNT_FIELDS.email.longest), return_path: z.string().nullable() })

const cookieIn = (request: Request) =>
  (request.headers.get('cookie') ?? '').split('; ').find((one) => one.startsWith(`${SIGN_IN_START_COOKIE}=`))

/** In a cookie and in no address: those stand in logs and histories. A signed-in browser has none. */
export function readSignInStart(request: Request): SignInStart {
  const pair = cookieIn(request)
  if (!pair) return NOTHING
  try {
    const { email, return_path } = started.parse(JSON.parse(decodeURIComponent(pair.slice(SIGN_IN_START_COOKIE.length + 1))))
    return { email, return_path: safeReturnPath(return_path) }
  } catch {
    return NOTHING
  }
}

const cookie = (value: string, seconds: number, publicUrl: string) =>
  [`${SIGN_IN_START_COOKIE}=${value}`, 'Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax', ...(publicUrl.startsWith('https:') ? ['Secure'] : [])].join('; ')

export const keepSignInStart = (start: SignInStart, publicUrl: string): string =>
  cookie(encodeURIComponent(JSON.stringify(start)), KEPT_SECONDS, publicUrl)
/** The cookie that removes it, or none where the browser has none. */
export const forgetSignInStart = (request: Request, publicUrl: string): string[] =>
  cookieIn(request) ? [cookie('', 0, publicUrl)] : []

/** The sign-in, and where it leads. */
export const loginPath = (return_path: string | null, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...more, ...(return_path && { return: return_path }) }).toString()
  return query ? `/login?${query}` : '/login'
}
