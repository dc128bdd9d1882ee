import { isAPIError } from 'better-auth/api'
import { recordAccess } from '#shop/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { AccountsParts, TooManyTries } from '#shop/accounts/accounts-dependencies.server.ts'
import { isAdministrator } from '#shop/accounts/administrators/administrators.server.ts'
import { ownerOf } from '#shop/accounts/passwords/change-own-password.server.ts'
import type { Counted } from '#shop/accounts/rate-limits/rate-limiter.server.ts'
import { isWrongCode, spendCode, type EnteredCode } from './better-auth-second-factor.server.ts'
import type { SecondStep } from './second-step-token.server.ts'
import type { CookieSource } from '#shop/accounts/sessions/session-cookies.server.ts'
import type { OpenSession } from '#shop/accounts/sessions/sessions.server.ts'
import { letIn } from '#shop/accounts/sign-in/sign-in.server.ts'

type SecondStepRefusal =
  | TooManyTries | Refusal<'wrong-code'> | Refusal<'access-denied'>
  /** Too late, tried too often on one password, or the password is another one by now. */
  | Refusal<'sign-in-again'>
type SignedInByCode = OpenSession & { area: SecondStep['area'] }

/** Whom this browser has to show a code of, if its last sign-in stopped there; it has no rights of theirs. */
export function readSecondStep({ sessions, secondStep }: AccountsParts, source: CookieSource): SecondStep | undefined {
  return secondStep.read(sessions.cookies.read(source).secondStep)
}

/**
 * Ends a sign-in that waits for the second factor: opens the session where the sign-in was begun. A code is good for
 * one use, an app's and a recovery code alike, and five may be tried on one password. Guesses slow down for strangers
 * and for a browser that has signed in before apart, so that nobody locks the owner out (D10).
 */
export async function signInWithCode(
  parts: AccountsParts,
  entered: EnteredCode,
  source: CookieSource,
): Promise<Outcome<SignedInByCode, SecondStepRefusal>> {
  const step = readSecondStep(parts, source)
  if (!step) return refused('sign-in-again')
  const counted = whatCounts(parts, step, source)
  const retry_after_seconds = await parts.limiter.take(counted)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  const shown = (await spendCode(parts, step.userId, entered)) ? await show(parts, step, entered) : refused('wrong-code')
  if (!shown.ok) {
    await recordAccess(parts, { event: 'second-step-failed', area: step.area, userId: step.userId })
    return shown
  }
  const { token } = shown.value
  const denial = await whyNot(parts, step)
  if (denial) {
    await parts.pool.query('delete from session where token = $1', [token])
    return refused(denial)
  }
  await parts.limiter.giveBack(counted)
  if (entered.kind === 'recovery') {
    await tellOwner(parts, step.userId)
    await recordAccess(parts, { event: 'recovery-code-used', area: step.area, userId: step.userId })
  }
  const opened = await letIn(parts, { ...step, token }, source)
  const setCookies = [...opened.value.setCookies, parts.sessions.cookies.secondStep('', 0)]
  return done({ ...opened.value, setCookies, area: step.area })
}

function whatCounts({ sessions }: AccountsParts, { userId, email }: SecondStep, source: CookieSource): Counted {
  const deviceId = sessions.parts.readDevice(sessions.cookies.read(source).device, email)
  return deviceId
    ? { thing: 'secondFactorFromKnownBrowser', of: [deviceId, userId] }
    : { thing: 'secondFactorToOneAccount', of: [userId] }
}

/** better-auth's new session for a right code. */
async function show(
  parts: AccountsParts,
  { challenge }: SecondStep,
  { kind, code }: EnteredCode,
): Promise<Outcome<{ token: string }, Refusal<'wrong-code'> | Refusal<'sign-in-again'>>> {
  const { api, $context } = parts.authOn(parts.db)
  const { name } = (await $context).createAuthCookie('two_factor')
  const headers = new Headers({ cookie: `${name}=${challenge}` })
  try {
    const verify = kind === 'app' ? api.verifyTOTP : api.verifyBackupCode
    const { token } = await verify({ body: { code }, headers }) as { token: string }
    return done({ token })
  } catch (error) {
    if (isWrongCode(error)) return refused('wrong-code')
    if (isAPIError(error) && error.statusCode < 500) return refused('sign-in-again')
    throw error
  }
}

/** Both may have changed since the password was shown: it may be another one, and the role may be gone. */
async function whyNot({ pool, secondStep }: AccountsParts, { area, userId, passwordMark }: SecondStep) {
  // The lock waits for a new password that is under way, as it does for a sign-in without a second factor (D9).
  const { rows } = await pool.query<{ password: string }>(
    `select password from account where user_id = $1 and provider_id = 'credential' for share`,
    [userId],
  )
  if (secondStep.markOf(rows[0]?.password ?? '') !== passwordMark) return 'sign-in-again'
  return area === 'admin' && !(await isAdministrator(pool, userId)) ? 'access-denied' : undefined
}

async function tellOwner(parts: AccountsParts, userId: string) {
  await parts.mailsOn(parts.db).recoveryCodeUsed(await ownerOf(parts.db, userId))
  parts.wakeOutbox()
}
