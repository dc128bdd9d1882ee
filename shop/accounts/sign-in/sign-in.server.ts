import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { isAPIError } from 'better-auth/api'
import { recordAccess } from '#shop/audit/record-access-event.server.ts'
import { done, refused, type Done, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { AccountsParts, TooManyTries, Visit } from '#shop/accounts/accounts-dependencies.server.ts'
import { isAdministrator, noteSignIn } from '#shop/accounts/administrators/administrators.server.ts'
import { SECOND_STEP_SECONDS } from '#shop/accounts/better-auth.server.ts'
import { addressBlock, type Counted } from '#shop/accounts/rate-limits/rate-limiter.server.ts'
import { challengeIn } from '#shop/accounts/second-factor/better-auth-second-factor.server.ts'
import type { CookieSource } from '#shop/accounts/sessions/session-cookies.server.ts'
import type { OpenSession } from '#shop/accounts/sessions/sessions.server.ts'

export type SignIn = {
  /** Where the person signs in: only a session opened in the back-office can reach the back-office. */
  area: 'shop' | 'admin'
  email: string
  password: string
  /** Remember-me (§2); never for the back-office. */
  remember: boolean
}
/** The password was right and opens nothing yet: the answer has to carry the cookie that waits for the code. */
export type SecondFactorNeeded = Refusal<'second-factor-needed'> & { setCookies: string[] }
export type SignInRefusal = TooManyTries | Refusal<'wrong-email-or-password'> | Refusal<'access-denied'> | SecondFactorNeeded
/** better-auth's new session, or its challenge where the account has a second factor. */
type Checked = { userId: string } & ({ token: string } | { challenge: string; passwordMark: string })

/**
 * Signs somebody in with e-mail and password (§7) and ends the session that the browser held before.
 * Every failure is the same refusal after the same time, whether or not the address is known (§5, D8); in the
 * back-office a right password without the role is refused as 'access-denied' and leaves no session (§6).
 * Where the account has a second factor, a right password is 'second-factor-needed', in the shop too.
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

  const checked = await check(parts, area, email, password)
  if (!checked) return refused('wrong-email-or-password')
  if (area === 'admin' && !(await isAdministrator(parts.pool, checked.userId))) {
    await forget(parts, checked)
    parts.log.warn({ user: checked.userId }, 'back-office refused to somebody without the role')
    await recordAccess(parts, { event: 'refused', area, userId: checked.userId, method: 'POST', path: '/admin', reason: 'no-administrator' })
    return refused('access-denied')
  }
  await limiter.giveBack(...counted)
  if ('challenge' in checked) {
    const part = parts.secondStep.write({ area, remember, email, ...checked, expiresAt: parts.secondStep.endsIn(SECOND_STEP_SECONDS) })
    return refused('second-factor-needed', { setCookies: [sessions.cookies.secondStep(part, SECOND_STEP_SECONDS)] })
  }
  return letIn(parts, { area, remember, email, ...checked }, source)
}

/** Turns better-auth's session of somebody who has shown all that is asked of them into the browser's. */
export async function letIn(
  parts: AccountsParts,
  { area, remember, email, userId, token }: Pick<SignIn, 'area' | 'remember' | 'email'> & { userId: string; token: string },
  source: CookieSource,
): Promise<Done<OpenSession>> {
  const { sessions } = parts
  const deviceId = sessions.parts.readDevice(sessions.cookies.read(source).device, email)
  await sessions.end(source)
  const kind = area === 'admin' ? 'administration' : remember ? 'remembered' : 'browser'
  const opened = await sessions.open(token, kind)
  if (area === 'admin') await noteSignIn(parts.pool, userId)
  parts.log.info({ user: userId, area }, 'signed in')
  await recordAccess(parts, { event: 'signed-in', area, userId })
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

/** The account and better-auth's new session row or challenge; undefined for any failure, no sooner than the pace says. */
async function check(parts: AccountsParts, area: SignIn['area'], email: string, password: string): Promise<Checked | undefined> {
  const begun = performance.now()
  try {
    const stored = await readStoredPassword(parts, email)
    const auth = parts.authOn(parts.db)
    const { response, headers } = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true })
    const challenge = await challengeIn(auth, headers)
    const checked = challenge
      ? { userId: stored.userId, challenge, passwordMark: parts.secondStep.markOf(stored.password) }
      : { userId: response.user.id, token: response.token }
    const isCurrent = await isStillStored(parts, checked.userId, stored.password)
    if (isCurrent && ('challenge' in checked || !(await hasSecondFactor(parts, checked.userId)))) return checked
    await forget(parts, checked)
    if (isCurrent) return await check(parts, area, email, password)
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    parts.wakeOutbox()
  }
  await recordAccess(parts, { event: 'sign-in-failed', area, email })
  await setTimeout(Math.max(0, parts.pace.failedSignInMilliseconds - (performance.now() - begun)))
  return undefined
}

async function forget({ pool }: AccountsParts, checked: Checked) {
  if ('token' in checked) await pool.query('delete from session where token = $1', [checked.token])
  else await pool.query('delete from verification where value = $1', [checked.userId])
}

async function readStoredPassword({ pool }: AccountsParts, email: string): Promise<{ userId: string; password: string }> {
  const { rows } = await pool.query<{ userId: string; password: string }>(
    `select account.user_id as "userId", coalesce(account.password, '') as password from account join "user" person on person.id = account.user_id
      where person.email = lower($1) and account.provider_id = 'credential'`,
    [email],
  )
  return rows[0] ?? { userId: '', password: '' }
}

/**
 * Comparing a password takes a while, and a reset may end every session in just that while (D9): the session of the
 * old password comes after it. The lock waits for a reset that is under way.
 */
async function isStillStored({ pool }: AccountsParts, userId: string, stored: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from account where user_id = $1 and provider_id = 'credential' and password = $2 for share`,
    [userId, stored],
  )
  return rowCount === 1
}

/**
 * The second factor, too, may be switched on in just that while (D6): better-auth has read before it compared that there
 * is none, and its session comes after all the others were ended. The lock waits for whoever is switching it on.
 */
async function hasSecondFactor({ pool }: AccountsParts, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_on: boolean }>(
    `select coalesce(two_factor_enabled, false) as is_on from "user" where id = $1 for share`,
    [userId],
  )
  return rows[0]?.is_on ?? false
}
