import { isAPIError } from 'better-auth/api'
import { recordAccessEvent } from '#features/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { AccountsDependencies, TooManyTries } from '#features/accounts/accounts-dependencies.server.ts'
import { isAdministrator } from '#features/accounts/administrators/administrators.server.ts'
import { accountOwner } from '#features/accounts/passwords/change-own-password.server.ts'
import type { RateLimitedAttempt } from '#platform/rate-limits/rate-limiter.server.ts'
import { isWrongCode, markCodeUsed, type EnteredCode } from './better-auth-second-factor.server.ts'
import type { SecondStep } from './second-step-token.server.ts'
import type { CookieSource } from '#features/accounts/sessions/session-cookies.server.ts'
import type { OpenSession } from '#features/accounts/sessions/sessions.server.ts'
import { completeSignIn } from '#features/accounts/sign-in/sign-in.server.ts'

type SecondStepRefusal =
  | TooManyTries
  | Refusal<'wrong-code'>
  | Refusal<'access-denied'>
  /** The step has expired, too many codes were tried, or the password has changed. */
  | Refusal<'sign-in-again'>
type SignedInByCode = OpenSession & { area: SecondStep['area'] }

export function readSecondStep(
  { sessions, secondStep }: AccountsDependencies,
  source: CookieSource,
): SecondStep | undefined {
  return secondStep.read(sessions.cookies.read(source).secondStep)
}

/** Each code works once, five attempts per password. Known browsers count separately, so that no attacker locks the owner out. */
export async function signInWithCode(
  dependencies: AccountsDependencies,
  enteredCode: EnteredCode,
  source: CookieSource,
): Promise<Outcome<SignedInByCode, SecondStepRefusal>> {
  const step = readSecondStep(dependencies, source)
  if (!step) return refused('sign-in-again')
  const attempt = rateLimitedAttempt(dependencies, step, source)
  const retry_after_seconds = await dependencies.limiter.take(attempt)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  const verified = (await markCodeUsed(dependencies, step.userId, enteredCode))
    ? await verifyCode(dependencies, step, enteredCode)
    : refused('wrong-code')
  if (!verified.ok) {
    await recordAccessEvent(dependencies, {
      event: 'second-step-failed',
      area: step.area,
      userId: step.userId,
    })
    return verified
  }
  const { token } = verified.value
  const denial = await signInDenial(dependencies, step)
  if (denial) {
    await dependencies.pool.query('delete from session where token = $1', [token])
    return refused(denial)
  }
  await dependencies.limiter.returnAttempt(attempt)
  if (enteredCode.kind === 'recovery') {
    await notifyOwner(dependencies, step.userId)
    await recordAccessEvent(dependencies, {
      event: 'recovery-code-used',
      area: step.area,
      userId: step.userId,
    })
  }
  const opened = await completeSignIn(dependencies, { ...step, token }, source)
  const setCookies = [...opened.value.setCookies, dependencies.sessions.cookies.secondStep('', 0)]
  return done({ ...opened.value, setCookies, area: step.area })
}

function rateLimitedAttempt(
  { sessions }: AccountsDependencies,
  { userId, email }: SecondStep,
  source: CookieSource,
): RateLimitedAttempt {
  const deviceId = sessions.tokens.readDevice(sessions.cookies.read(source).device, email)
  return deviceId
    ? { limitedAction: 'secondFactorFromKnownBrowser', of: [deviceId, userId] }
    : { limitedAction: 'secondFactorToOneAccount', of: [userId] }
}

async function verifyCode(
  dependencies: AccountsDependencies,
  { challenge }: SecondStep,
  { kind, code }: EnteredCode,
): Promise<Outcome<{ token: string }, Refusal<'wrong-code'> | Refusal<'sign-in-again'>>> {
  const { api, $context } = dependencies.betterAuthWith(dependencies.db)
  const { name } = (await $context).createAuthCookie('two_factor')
  const headers = new Headers({ cookie: `${name}=${challenge}` })
  try {
    const verify = kind === 'app' ? api.verifyTOTP : api.verifyBackupCode
    const { token } = (await verify({ body: { code }, headers })) as { token: string }
    return done({ token })
  } catch (error) {
    if (isWrongCode(error)) return refused('wrong-code')
    if (isAPIError(error) && error.statusCode < 500) return refused('sign-in-again')
    throw error
  }
}

/** Password and role may have changed since the first step. */
async function signInDenial(
  { pool, secondStep }: AccountsDependencies,
  { area, userId, passwordHmac }: SecondStep,
) {
  // The lock waits for a password change that has not committed yet.
  const { rows } = await pool.query<{ password: string }>(
    `select password from account where user_id = $1 and provider_id = 'credential' for share`,
    [userId],
  )
  if (secondStep.hmacOf(rows[0]?.password ?? '') !== passwordHmac) return 'sign-in-again'
  return area === 'admin' && !(await isAdministrator(pool, userId)) ? 'access-denied' : undefined
}

async function notifyOwner(dependencies: AccountsDependencies, userId: string) {
  await dependencies
    .accountEmailsWith(dependencies.db)
    .secondFactorNotice('recovery-code-used', await accountOwner(dependencies.db, userId))
  dependencies.wakeOutbox()
}
