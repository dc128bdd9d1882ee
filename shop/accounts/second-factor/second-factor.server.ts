import { sql } from 'kysely'
import { recordAccess } from '#shop/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Admin } from '#shop/permissions.ts'
import type { AccountsParts, TooManyTries } from '#shop/accounts/accounts-dependencies.server.ts'
import { endOtherSessions, isOwnPassword, ownerOf, type OwnPasswordRefusal } from '#shop/accounts/passwords/change-own-password.server.ts'
import { inPluginSession, isWrongCode, spendCode, type EnteredCode } from './better-auth-second-factor.server.ts'
import type { CookieSource } from '#shop/accounts/sessions/session-cookies.server.ts'

export type SecondFactor = { isOn: boolean; recoveryCodesLeft: number }
type WrongCode = Refusal<'wrong-code'>
export type Proof = { password: string; entered: EnteredCode }

/** Whether the second factor of whoever asks is on, and how many of their recovery codes are left. */
export async function readSecondFactor(parts: AccountsParts, actor: Admin): Promise<SecondFactor> {
  requirePermission(actor, 'account.second-factor')
  if (!(await isOn(parts, actor.userId))) return { isOn: false, recoveryCodesLeft: 0 }
  return { isOn: true, recoveryCodesLeft: (await recoveryCodesOf(parts, actor.userId)).length }
}

/**
 * Makes a new key for the app of whoever asks and answers it, in base32. Nothing is asked for at a sign-in before a
 * code made with it was shown. Refused when the password is wrong or was tried too often, or when it is on already.
 */
export async function beginSecondFactor(
  parts: AccountsParts,
  actor: Admin,
  { password }: { password: string },
): Promise<Outcome<{ key: string }, OwnPasswordRefusal | Refusal<'already-on'>>> {
  requirePermission(actor, 'account.second-factor')
  const wrong = await refuseWrongPassword(parts, actor, password)
  if (wrong) return wrong
  return inPluginSession(parts, actor.userId, async ({ api, headers, trx }) => {
    if (await isOn(parts, actor.userId, trx)) return refused('already-on')
    const { totpURI } = await api.enableTwoFactor({ body: { password, method: 'totp' }, headers }) as { totpURI: string }
    return done({ key: new URL(totpURI).searchParams.get('secret') ?? '' })
  })
}

/**
 * Switches the second factor on with a first code of the app, and answers the recovery codes, this once. Every other
 * session of the person ends, because it was opened without it; the owner is told by mail.
 */
export async function confirmSecondFactor(
  parts: AccountsParts,
  actor: Admin,
  { code }: { code: string },
  source: CookieSource,
): Promise<Outcome<{ recoveryCodes: string[] }, TooManyTries | WrongCode | Refusal<'already-on'> | Refusal<'not-begun'>>> {
  requirePermission(actor, 'account.second-factor')
  const { userId } = actor
  const tooMany = await refuseTooManyCodes(parts, actor)
  if (tooMany) return tooMany
  const { session } = await parts.sessions.read(source)
  const entered = { kind: 'app', code } as const
  if (!(await spendCode(parts, userId, entered))) return refused('wrong-code')
  const confirmed = await inPluginSession(parts, userId, async ({ api, headers, trx }) => {
    const { rows } = await sql<{ verified: boolean }>`select verified from two_factor where user_id = ${userId}`.execute(trx)
    if (!rows[0]) return refused('not-begun')
    if (rows[0].verified) return refused('already-on')
    await api.verifyTOTP({ body: { code }, headers })
    await endOtherSessions(trx, userId, session?.id)
    await parts.mailsOn(trx).secondFactorOn(await ownerOf(trx, userId))
    const { backupCodes } = await api.viewBackupCodes({ body: { userId } })
    return done({ recoveryCodes: backupCodes })
  }).catch(asWrongCode)
  if (confirmed.ok) await tell(parts, actor, 'second-factor-on')
  return confirmed
}

/** Switches the second factor off, for somebody who knows the password and shows a code. The owner is told by mail. */
export async function switchOffSecondFactor(
  parts: AccountsParts,
  actor: Admin,
  proof: Proof,
): Promise<Outcome<null, OwnPasswordRefusal | WrongCode>> {
  const off = await withProof(parts, actor, proof, async ({ api, headers, trx }) => {
    await api.disableTwoFactor({ body: { password: proof.password }, headers })
    await parts.mailsOn(trx).secondFactorOff(await ownerOf(trx, actor.userId))
    return null
  })
  if (off.ok) await tell(parts, actor, 'second-factor-off')
  return off
}

/** Ten new recovery codes, shown this once, in place of the old ones; for somebody who knows the password and shows a code. */
export async function renewRecoveryCodes(
  parts: AccountsParts,
  actor: Admin,
  proof: Proof,
): Promise<Outcome<{ recoveryCodes: string[] }, OwnPasswordRefusal | WrongCode>> {
  const renewed = await withProof(parts, actor, proof, async ({ api, headers }) => {
    const { backupCodes } = await api.generateBackupCodes({ body: { password: proof.password }, headers })
    return { recoveryCodes: backupCodes }
  })
  if (renewed.ok) await tell(parts, actor, 'recovery-codes-renewed')
  return renewed
}

async function withProof<Value>(
  parts: AccountsParts,
  actor: Admin,
  { password, entered }: Proof,
  work: (session: Parameters<Parameters<typeof inPluginSession>[2]>[0]) => Promise<Value>,
): Promise<Outcome<Value, OwnPasswordRefusal | WrongCode>> {
  requirePermission(actor, 'account.second-factor')
  const { userId } = actor
  // The password first: a code is good for one use, and nobody should lose it to a slip of the other field.
  const wrong = (await refuseWrongPassword(parts, actor, password)) ?? (await refuseTooManyCodes(parts, actor))
  if (wrong) return wrong
  if (!(await spendCode(parts, userId, entered))) return refused('wrong-code')
  return inPluginSession(parts, userId, async (session) => {
    const { api, headers, trx } = session
    if (!(await isOn(parts, userId, trx))) return refused('wrong-code')
    const { code } = entered
    if (entered.kind === 'app') await api.verifyTOTP({ body: { code }, headers })
    else await api.verifyBackupCode({ body: { code, disableSession: true }, headers })
    return done(await work(session))
  }).catch(asWrongCode)
}

function asWrongCode(error: unknown) {
  if (isWrongCode(error)) return refused('wrong-code')
  throw error
}

async function refuseWrongPassword(parts: AccountsParts, { userId }: Admin, password: string) {
  const counted = { thing: 'ownPassword', of: [userId] } as const
  const retry_after_seconds = await parts.limiter.take(counted)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  if (!(await isOwnPassword(parts.db, userId, password))) return refused('wrong-password')
  await parts.limiter.giveBack(counted)
  return undefined
}

async function refuseTooManyCodes({ limiter }: AccountsParts, { userId }: Admin) {
  const retry_after_seconds = await limiter.take(ownCodes(userId))
  return retry_after_seconds > 0 ? refused('too-many-tries', { retry_after_seconds }) : undefined
}

const ownCodes = (userId: string) => ({ thing: 'ownSecondFactor', of: [userId] }) as const

async function tell(parts: AccountsParts, { userId }: Admin, event: 'second-factor-on' | 'second-factor-off' | 'recovery-codes-renewed') {
  await parts.limiter.giveBack(ownCodes(userId))
  parts.wakeOutbox()
  parts.log.info({ user: userId }, event)
  await recordAccess(parts, { event, area: 'admin', userId })
}

async function isOn({ db }: AccountsParts, userId: string, within = db): Promise<boolean> {
  const { rows } = await sql`select from "user" where id = ${userId} and two_factor_enabled`.execute(within)
  return rows.length === 1
}

async function recoveryCodesOf(parts: AccountsParts, userId: string): Promise<string[]> {
  const { backupCodes } = await parts.authOn(parts.db).api.viewBackupCodes({ body: { userId } })
  return backupCodes
}
