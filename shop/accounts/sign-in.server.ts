import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { isAPIError } from 'better-auth/api'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { AccountsParts, TooManyTries, Visit } from './accounts-parts.server.ts'
import { isAdministrator } from './administrators.server.ts'
import { addressBlock, type Counted } from './rate-limiter.server.ts'
import type { CookieSource } from './session-cookies.server.ts'
import type { OpenSession } from './sessions.server.ts'

export type SignIn = {
  /** Where the person signs in: only a session opened in the back-office can reach the back-office. */
  area: 'shop' | 'admin'
  email: string
  password: string
  /** Remember-me (§2); never for the back-office. */
  remember: boolean
}
export type SignInRefusal = TooManyTries | Refusal<'wrong-email-or-password'> | Refusal<'access-denied'>
type Checked = { userId: string; token: string }

/**
 * Signs somebody in with e-mail and password (§7) and ends the session that the browser held before.
 * Every failure is the same refusal after the same time, whether or not the address is known (§5, D8); in the
 * back-office a right password without the role is refused as 'access-denied' and leaves no session (§6).
 */
export async function signIn(
  parts: AccountsParts,
  { area, email, password, remember }: SignIn,
  source: CookieSource,
  visit: Visit,
): Promise<Outcome<OpenSession, SignInRefusal>> {
  const { limiter, sessions } = parts
  const deviceId = sessions.parts.readDevice(sessions.cookies.read(source).device, email)
  const counted = whatCounts(email, visit, deviceId)
  const retry_after_seconds = await limiter.take(...counted)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })

  const checked = await check(parts, email, password)
  if (!checked) return refused('wrong-email-or-password')
  if (area === 'admin' && !(await isAdministrator(parts.pool, checked.userId))) {
    await parts.pool.query('delete from session where token = $1', [checked.token])
    parts.log.warn({ user: checked.userId }, 'back-office refused to somebody without the role')
    return refused('access-denied')
  }
  await limiter.giveBack(...counted)
  await sessions.end(source)
  const kind = area === 'admin' ? 'administration' : remember ? 'remembered' : 'browser'
  const opened = await sessions.open(checked.token, kind)
  parts.log.info({ user: checked.userId, area }, 'signed in')
  const device = sessions.cookies.device(sessions.parts.writeDevice(deviceId ?? randomUUID(), email))
  const marker = area === 'admin' ? [sessions.cookies.adminMarker()] : []
  return done({ session: opened.session, setCookies: [...opened.setCookies, device, ...marker] })
}

/** D10: see rate-limits.ts for why a known browser counts apart. */
function whatCounts(email: string, { ip }: Visit, deviceId: string | undefined): Counted[] {
  if (deviceId) return [{ thing: 'signInFromKnownBrowser', of: [deviceId, email] }]
  const address = addressBlock(ip)
  return [
    { thing: 'signInFromOneAddress', of: [address] },
    { thing: 'signInFromOneAddressToOneAccount', of: [address, email] },
    { thing: 'signInToOneAccount', of: [email] },
  ]
}

/** The account and better-auth's new session row; undefined for any failure, no sooner than the pace says. */
async function check(parts: AccountsParts, email: string, password: string): Promise<Checked | undefined> {
  const begun = performance.now()
  try {
    const stored = await readStoredPassword(parts, email)
    const { user, token } = await parts.authOn(parts.db).api.signInEmail({ body: { email, password } })
    if (await isStillStored(parts, user.id, stored)) return { userId: user.id, token }
    await parts.pool.query('delete from session where token = $1', [token])
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    parts.wakeOutbox()
  }
  await setTimeout(Math.max(0, parts.pace.failedSignInMilliseconds - (performance.now() - begun)))
  return undefined
}

async function readStoredPassword({ pool }: AccountsParts, email: string): Promise<string | null> {
  const { rows } = await pool.query<{ password: string | null }>(
    `select account.password from account join "user" person on person.id = account.user_id
      where person.email = lower($1) and account.provider_id = 'credential'`,
    [email],
  )
  return rows[0]?.password ?? null
}

/**
 * Comparing a password takes a while, and a reset may end every session in just that while (D9): the session of the
 * old password comes after it. The lock waits for a reset that is under way.
 */
async function isStillStored({ pool }: AccountsParts, userId: string, stored: string | null): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from account where user_id = $1 and provider_id = 'credential' and password = $2 for share`,
    [userId, stored],
  )
  return rowCount === 1
}
