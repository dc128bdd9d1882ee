import { sql } from 'kysely'
import { recordAccessEvent } from '#features/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Admin } from '#shop/permissions.ts'
import type { AccountsDependencies, TooManyTries } from '#features/accounts/accounts-dependencies.server.ts'
import {
  endOtherSessions,
  isCurrentPassword,
  accountOwner,
  type OwnPasswordRefusal,
} from '#features/accounts/passwords/change-own-password.server.ts'
import {
  withPluginSession,
  isWrongCode,
  markCodeUsed,
  type EnteredCode,
} from './better-auth-second-factor.server.ts'
import type { CookieSource } from '#features/accounts/sessions/session-cookies.server.ts'

export type SecondFactor = { isOn: boolean; recoveryCodesLeft: number }
type WrongCode = Refusal<'wrong-code'>
export type Proof = { password: string; entered: EnteredCode }

export async function readSecondFactor(
  dependencies: AccountsDependencies,
  actor: Admin,
): Promise<SecondFactor> {
  requirePermission(actor, 'account.second-factor')
  if (!(await isOn(dependencies, actor.userId))) return { isOn: false, recoveryCodesLeft: 0 }
  return { isOn: true, recoveryCodesLeft: (await recoveryCodesOf(dependencies, actor.userId)).length }
}

/** Returns the key in base32; sign-ins need no code until one is confirmed. Refused: wrong password, too many tries, already on. */
export async function beginSecondFactor(
  dependencies: AccountsDependencies,
  actor: Admin,
  { password }: { password: string },
): Promise<Outcome<{ key: string }, OwnPasswordRefusal | Refusal<'already-on'>>> {
  requirePermission(actor, 'account.second-factor')
  const refusal = await refuseWrongPassword(dependencies, actor, password)
  if (refusal) return refusal
  return withPluginSession(dependencies, actor.userId, async ({ api, headers, trx }) => {
    if (await isOn(dependencies, actor.userId, trx)) return refused('already-on')
    const { totpURI } = (await api.enableTwoFactor({ body: { password, method: 'totp' }, headers })) as {
      totpURI: string
    }
    return done({ key: new URL(totpURI).searchParams.get('secret') ?? '' })
  })
}

/** Returns the recovery codes, once. Ends all other sessions, because they were opened without a code; the user gets an email. */
export async function confirmSecondFactor(
  dependencies: AccountsDependencies,
  actor: Admin,
  { code }: { code: string },
  source: CookieSource,
): Promise<
  Outcome<
    { recoveryCodes: string[] },
    TooManyTries | WrongCode | Refusal<'already-on'> | Refusal<'not-begun'>
  >
> {
  requirePermission(actor, 'account.second-factor')
  const { userId } = actor
  const refusal = await refuseTooManyCodes(dependencies, actor)
  if (refusal) return refusal
  const { session } = await dependencies.sessions.read(source)
  const entered = { kind: 'app', code } as const
  if (!(await markCodeUsed(dependencies, userId, entered))) return refused('wrong-code')
  const confirmed = await withPluginSession(dependencies, userId, async ({ api, headers, trx }) => {
    const { rows } = await sql<{
      verified: boolean
    }>`select verified from two_factor where user_id = ${userId}`.execute(trx)
    if (!rows[0]) return refused('not-begun')
    if (rows[0].verified) return refused('already-on')
    await api.verifyTOTP({ body: { code }, headers })
    await endOtherSessions(trx, userId, session?.id)
    await dependencies
      .accountEmailsWith(trx)
      .secondFactorNotice('second-factor-on', await accountOwner(trx, userId))
    const { backupCodes } = await api.viewBackupCodes({ body: { userId } })
    return done({ recoveryCodes: backupCodes })
  }).catch(toWrongCodeRefusal)
  if (confirmed.ok) await finishChange(dependencies, actor, 'second-factor-on')
  return confirmed
}

/** Needs the password and a code. The user gets an email. */
export async function switchOffSecondFactor(
  dependencies: AccountsDependencies,
  actor: Admin,
  proof: Proof,
): Promise<Outcome<null, OwnPasswordRefusal | WrongCode>> {
  const result = await withProof(dependencies, actor, proof, async ({ api, headers, trx }) => {
    await api.disableTwoFactor({ body: { password: proof.password }, headers })
    await dependencies
      .accountEmailsWith(trx)
      .secondFactorNotice('second-factor-off', await accountOwner(trx, actor.userId))
    return null
  })
  if (result.ok) await finishChange(dependencies, actor, 'second-factor-off')
  return result
}

/** Returns ten new codes, once; the old ones become invalid. Needs the password and a code. */
export async function renewRecoveryCodes(
  dependencies: AccountsDependencies,
  actor: Admin,
  proof: Proof,
): Promise<Outcome<{ recoveryCodes: string[] }, OwnPasswordRefusal | WrongCode>> {
  const result = await withProof(dependencies, actor, proof, async ({ api, headers }) => {
    const { backupCodes } = await api.generateBackupCodes({ body: { password: proof.password }, headers })
    return { recoveryCodes: backupCodes }
  })
  if (result.ok) await finishChange(dependencies, actor, 'recovery-codes-renewed')
  return result
}

async function withProof<Value>(
  dependencies: AccountsDependencies,
  actor: Admin,
  { password, entered }: Proof,
  work: (session: Parameters<Parameters<typeof withPluginSession>[2]>[0]) => Promise<Value>,
): Promise<Outcome<Value, OwnPasswordRefusal | WrongCode>> {
  requirePermission(actor, 'account.second-factor')
  const { userId } = actor
  // Checks the password first, because a code works once, and a mistyped password should not use it up.
  const refusal =
    (await refuseWrongPassword(dependencies, actor, password)) ??
    (await refuseTooManyCodes(dependencies, actor))
  if (refusal) return refusal
  if (!(await markCodeUsed(dependencies, userId, entered))) return refused('wrong-code')
  return withPluginSession(dependencies, userId, async (session) => {
    const { api, headers, trx } = session
    if (!(await isOn(dependencies, userId, trx))) return refused('wrong-code')
    const { code } = entered
    if (entered.kind === 'app') await api.verifyTOTP({ body: { code }, headers })
    else await api.verifyBackupCode({ body: { code, disableSession: true }, headers })
    return done(await work(session))
  }).catch(toWrongCodeRefusal)
}

function toWrongCodeRefusal(error: unknown) {
  if (isWrongCode(error)) return refused('wrong-code')
  throw error
}

async function refuseWrongPassword(dependencies: AccountsDependencies, { userId }: Admin, password: string) {
  const attempt = { limitedAction: 'ownPassword', of: [userId] } as const
  const retry_after_seconds = await dependencies.limiter.take(attempt)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  if (!(await isCurrentPassword(dependencies.db, userId, password))) return refused('wrong-password')
  await dependencies.limiter.returnAttempt(attempt)
  return undefined
}

async function refuseTooManyCodes({ limiter }: AccountsDependencies, { userId }: Admin) {
  const retry_after_seconds = await limiter.take(ownCodeAttempt(userId))
  return retry_after_seconds > 0 ? refused('too-many-tries', { retry_after_seconds }) : undefined
}

const ownCodeAttempt = (userId: string) => ({ limitedAction: 'ownSecondFactor', of: [userId] }) as const

async function finishChange(
  dependencies: AccountsDependencies,
  { userId }: Admin,
  event: 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed',
) {
  await dependencies.limiter.returnAttempt(ownCodeAttempt(userId))
  dependencies.wakeOutbox()
  dependencies.log.info({ user: userId }, event)
  await recordAccessEvent(dependencies, { event, area: 'admin', userId })
}

async function isOn({ db }: AccountsDependencies, userId: string, within = db): Promise<boolean> {
  const { rows } = await sql`select from "user" where id = ${userId} and two_factor_enabled`.execute(within)
  return rows.length === 1
}

async function recoveryCodesOf(dependencies: AccountsDependencies, userId: string): Promise<string[]> {
  const { backupCodes } = await dependencies
    .betterAuthWith(dependencies.db)
    .api.viewBackupCodes({ body: { userId } })
  return backupCodes
}
