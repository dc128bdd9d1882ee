import { sql } from 'kysely'
import { recordAccess } from '#shop/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Admin, type Customer } from '#shop/permissions.ts'
import type { Addressee } from '#shop/accounts/account-emails.server.ts'
import type { AccountsDatabase } from '#shop/accounts/accounts-database.ts'
import type { AccountsParts, TooManyTries } from '#shop/accounts/accounts-dependencies.server.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'
import type { CookieSource } from '#shop/accounts/sessions/session-cookies.server.ts'

export type PasswordChange = { current_password: string; password: string }
export type OwnPasswordRefusal = TooManyTries | Refusal<'wrong-password'>

/**
 * Gives whoever is signed in another password, if they know the one they have (§6, D9). This browser stays signed in;
 * every other session ends, and so does every mailed link and half-done sign-in. The owner is told by mail.
 * Refused when the current one is wrong, or was tried too often (D10).
 */
export async function changeOwnPassword(
  parts: AccountsParts,
  actor: Customer | Admin,
  { current_password, password }: PasswordChange,
  source: CookieSource,
): Promise<Outcome<null, OwnPasswordRefusal>> {
  requirePermission(actor, 'account.change-own-password')
  const { session } = await parts.sessions.read(source)
  const { userId } = actor
  const counted = { thing: 'ownPassword', of: [userId] } as const
  const retry_after_seconds = await parts.limiter.take(counted)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  const fresh = await hashPassword(password)
  const isChanged = await parts.db.transaction().execute(async (trx) => {
    if (!(await isOwnPassword(trx, userId, current_password))) return false
    await sql`
      update account set password = ${fresh}, updated_at = now()
       where user_id = ${userId} and provider_id = 'credential'`.execute(trx)
    await sql`delete from verification where value = ${userId}`.execute(trx)
    await endOtherSessions(trx, userId, session?.id)
    await parts.mailsOn(trx).ownPasswordChanged(await ownerOf(trx, userId))
    return true
  })
  if (!isChanged) return refused('wrong-password')
  await parts.limiter.giveBack(counted)
  parts.wakeOutbox()
  parts.log.info({ user: userId }, 'password changed by its owner')
  await recordAccess(parts, { event: 'password-changed', area: actor.kind === 'admin' ? 'admin' : 'shop', userId })
  return done(null)
}

/** Whether it is the stored one; inside a transaction nobody changes it before that ends. */
export async function isOwnPassword(db: AccountsDatabase, userId: string, password: string): Promise<boolean> {
  const { rows } = await sql<{ password: string | null }>`
    select password from account where user_id = ${userId} and provider_id = 'credential' for update`.execute(db)
  return verifyPassword({ hash: rows[0]?.password ?? '', password })
}

/** Whom a mail about an account goes to. */
export async function ownerOf(db: AccountsDatabase, userId: string): Promise<Addressee> {
  const { rows } = await sql<Addressee>`select id, name, email from "user" where id = ${userId}`.execute(db)
  if (!rows[0]) throw new Error('Somebody who is signed in has no account.')
  return rows[0]
}

/** Signs a person out of every browser but this one. */
export async function endOtherSessions(db: AccountsDatabase, userId: string, keptId: string | undefined): Promise<void> {
  await sql`delete from session where user_id = ${userId} and id is distinct from ${keptId ?? null}::uuid`.execute(db)
}
