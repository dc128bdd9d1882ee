import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { isAPIError } from 'better-auth/api'
import { recordAccessEvent } from '#features/audit/record-access-event.server.ts'
import { done, refused, type Done, type Outcome, type Refusal } from '#shop/outcome.ts'
import type {
  AccountsDependencies,
  TooManyTries,
  ClientAddress,
} from '#features/accounts/accounts-dependencies.server.ts'
import { isAdministrator, recordLastSignIn } from '#features/accounts/administrators/administrators.server.ts'
import { SECOND_STEP_SECONDS } from '#features/accounts/better-auth.server.ts'
import { rateLimitAddress, type RateLimitedAttempt } from '#platform/rate-limits/rate-limiter.server.ts'
import { readChallenge } from '#features/accounts/second-factor/better-auth-second-factor.server.ts'
import type { CookieSource } from '#features/accounts/sessions/session-cookies.server.ts'
import type { OpenSession } from '#features/accounts/sessions/sessions.server.ts'

export type SignIn = {
  /** Only a session opened in the back-office can access it. */
  area: 'shop' | 'admin'
  email: string
  password: string
  remember: boolean
}
/** The password was correct; the response must set the cookie of the pending second step. */
type SecondFactorNeeded = Refusal<'second-factor-needed'> & { setCookies: string[] }
export type SignInRefusal =
  | TooManyTries
  | Refusal<'wrong-email-or-password'>
  | Refusal<'access-denied'>
  | SecondFactorNeeded
/** An account with a second factor gets a challenge instead of a session token. */
type VerifiedPassword = { userId: string } & ({ token: string } | { challenge: string; passwordHmac: string })

/**
 * Every failure is the same refusal after the same time. With a correct password: 'access-denied' in the
 * back-office without the role, or 'second-factor-needed'. A new session replaces the browser's previous one.
 */
export async function signIn(
  dependencies: AccountsDependencies,
  { area, email, password, remember }: SignIn,
  source: CookieSource,
  client: ClientAddress,
): Promise<Outcome<OpenSession, SignInRefusal>> {
  const { limiter, sessions } = dependencies
  const deviceId = sessions.tokens.readDevice(sessions.cookies.read(source).device, email)
  const attempts = rateLimitedAttempts(email, client, deviceId)
  const retry_after_seconds = await limiter.take(...attempts)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })

  const verification = await verifyPasswordWithBetterAuth(dependencies, area, email, password)
  if (!verification) return refused('wrong-email-or-password')
  if (area === 'admin' && !(await isAdministrator(dependencies.pool, verification.userId))) {
    await discardVerification(dependencies, verification)
    dependencies.log.warn({ user: verification.userId }, 'admin sign-in refused: no admin role')
    await recordAccessEvent(dependencies, {
      event: 'refused',
      area,
      userId: verification.userId,
      method: 'POST',
      path: '/admin',
      reason: 'no-administrator',
    })
    return refused('access-denied')
  }
  await limiter.returnAttempt(...attempts)
  if ('challenge' in verification) {
    const secondStepToken = dependencies.secondStep.write({
      area,
      remember,
      email,
      ...verification,
      expiresAt: dependencies.secondStep.expiresAfter(SECOND_STEP_SECONDS),
    })
    return refused('second-factor-needed', {
      setCookies: [sessions.cookies.secondStep(secondStepToken, SECOND_STEP_SECONDS)],
    })
  }
  return completeSignIn(dependencies, { area, remember, email, ...verification }, source)
}

export async function completeSignIn(
  dependencies: AccountsDependencies,
  {
    area,
    remember,
    email,
    userId,
    token,
  }: Pick<SignIn, 'area' | 'remember' | 'email'> & { userId: string; token: string },
  source: CookieSource,
): Promise<Done<OpenSession>> {
  const { sessions } = dependencies
  const deviceId = sessions.tokens.readDevice(sessions.cookies.read(source).device, email)
  await sessions.end(source)
  const kind = area === 'admin' ? 'administration' : remember ? 'remembered' : 'browser'
  const openedSession = await sessions.open(token, kind)
  if (area === 'admin') await recordLastSignIn(dependencies.pool, userId)
  dependencies.log.info({ user: userId, area }, 'signed in')
  await recordAccessEvent(dependencies, { event: 'signed-in', area, userId })
  const device = sessions.cookies.device(sessions.tokens.writeDevice(deviceId ?? randomUUID(), email))
  const marker = area === 'admin' ? [sessions.cookies.adminMarker()] : []
  return done({
    session: openedSession.session,
    setCookies: [...openedSession.setCookies, device, ...marker],
  })
}

function rateLimitedAttempts(
  email: string,
  { ip }: ClientAddress,
  deviceId: string | undefined,
): RateLimitedAttempt[] {
  if (deviceId) return [{ limitedAction: 'signInFromKnownBrowser', of: [deviceId, email] }]
  const address = rateLimitAddress(ip)
  return [
    { limitedAction: 'signInFromOneAddress', of: [address] },
    { limitedAction: 'signInFromOneAddressToOneAccount', of: [address, email] },
    { limitedAction: 'signInToOneAccount', of: [email] },
  ]
}

/** Undefined for any failure, after the minimum response time. */
async function verifyPasswordWithBetterAuth(
  dependencies: AccountsDependencies,
  area: SignIn['area'],
  email: string,
  password: string,
): Promise<VerifiedPassword | undefined> {
  const startedAt = performance.now()
  try {
    const stored = await readStoredPassword(dependencies, email)
    const auth = dependencies.betterAuthWith(dependencies.db)
    const { response, headers } = await auth.api.signInEmail({
      body: { email, password },
      returnHeaders: true,
    })
    const challenge = await readChallenge(auth, headers)
    const verification = challenge
      ? { userId: stored.userId, challenge, passwordHmac: dependencies.secondStep.hmacOf(stored.password) }
      : { userId: response.user.id, token: response.token }
    const isCurrent = await isPasswordUnchanged(dependencies, verification.userId, stored.password)
    if (
      isCurrent &&
      ('challenge' in verification || !(await hasSecondFactor(dependencies, verification.userId)))
    )
      return verification
    await discardVerification(dependencies, verification)
    if (isCurrent) return await verifyPasswordWithBetterAuth(dependencies, area, email, password)
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    dependencies.wakeOutbox()
  }
  await recordAccessEvent(dependencies, { event: 'sign-in-failed', area, email })
  await setTimeout(
    Math.max(0, dependencies.minimumDurations.failedSignInMs - (performance.now() - startedAt)),
  )
  return undefined
}

async function discardVerification({ pool }: AccountsDependencies, verification: VerifiedPassword) {
  if ('token' in verification) await pool.query('delete from session where token = $1', [verification.token])
  else await pool.query('delete from verification where value = $1', [verification.userId])
}

async function readStoredPassword(
  { pool }: AccountsDependencies,
  email: string,
): Promise<{ userId: string; password: string }> {
  const { rows } = await pool.query<{ userId: string; password: string }>(
    `select account.user_id as "userId", coalesce(account.password, '') as password from account join "user" person on person.id = account.user_id
      where person.email = lower($1) and account.provider_id = 'credential'`,
    [email],
  )
  return rows[0] ?? { userId: '', password: '' }
}

/** A reset may end all sessions while the password is compared; the lock waits for one that has not committed yet. */
async function isPasswordUnchanged(
  { pool }: AccountsDependencies,
  userId: string,
  stored: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from account where user_id = $1 and provider_id = 'credential' and password = $2 for share`,
    [userId, stored],
  )
  return rowCount === 1
}

/** The second factor may be switched on while the password is compared; the lock waits for an uncommitted transaction. */
async function hasSecondFactor({ pool }: AccountsDependencies, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_on: boolean }>(
    `select coalesce(two_factor_enabled, false) as is_on from "user" where id = $1 for share`,
    [userId],
  )
  return rows[0]?.is_on ?? false
}
