import { sql } from 'kysely'
import { recordAccessEvent } from '#features/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Admin, type Customer } from '#shop/permissions.ts'
import type { EmailRecipient } from '#features/accounts/account-emails.server.ts'
import type { AccountsDatabase } from '#features/accounts/accounts-database.ts'
import type { AccountsDependencies, TooManyTries } from '#features/accounts/accounts-dependencies.server.ts'
import { verifyPassword } from './password-hash.server.ts'
import type { CookieSource } from '#features/accounts/sessions/session-cookies.server.ts'

export type PasswordChange = { current_password: string; password: string }
export type OwnPasswordRefusal = TooManyTries | Refusal<'wrong-password'>

/** Ends all other sessions, emailed links and pending sign-ins; the user gets an email. Refused: wrong password, too many tries. */
export async function changeOwnPassword(
  dependencies: AccountsDependencies,
  actor: Customer | Admin,
  { current_password, password }: PasswordChange,
  source: CookieSource,
): Promise<Outcome<null, OwnPasswordRefusal>> {
  requirePermission(actor, 'account.change-own-password')
  const { session } = await dependencies.sessions.read(source)
  const { userId } = actor
  const attempt = { limitedAction: 'ownPassword', of: [userId] } as const
  const retry_after_seconds = await dependencies.limiter.take(attempt)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  const newHash = await dependencies.hashPassword(password)
  const isChanged = await dependencies.db.transaction().execute(async (trx) => {
    if (!(await isCurrentPassword(trx, userId, current_password))) return false
    await sql`
      update account set password = ${newHash}, updated_at = now()
       where user_id = ${userId} and provider_id = 'credential'`.execute(trx)
    await sql`delete from verification where value = ${userId}`.execute(trx)
    await endOtherSessions(trx, userId, session?.id)
    await dependencies.accountEmailsWith(trx).ownPasswordChanged(await accountOwner(trx, userId))
    return true
  })
  if (!isChanged) return refused('wrong-password')
  await dependencies.limiter.returnAttempt(attempt)
  dependencies.wakeOutbox()
  dependencies.log.info({ user: userId }, 'password changed by its owner')
  await recordAccessEvent(dependencies, {
    event: 'password-changed',
    area: actor.kind === 'admin' ? 'admin' : 'shop',
    userId,
  })
  return done(null)
}

/** In a transaction, it also locks the password against changes. */
export async function isCurrentPassword(
  db: AccountsDatabase,
  userId: string,
  password: string,
): Promise<boolean> {
  const { rows } = await sql<{ password: string | null }>`
    select password from account where user_id = ${userId} and provider_id = 'credential' for update`.execute(
    db,
  )
  return verifyPassword({ hash: rows[0]?.password ?? '', password })
}

export async function accountOwner(db: AccountsDatabase, userId: string): Promise<EmailRecipient> {
  const { rows } = await sql<EmailRecipient>`select id, name, email from "user" where id = ${userId}`.execute(
    db,
  )
  if (!rows[0]) throw new Error('The signed-in user has no account.')
  return rows[0]
}

export async function endOtherSessions(
  db: AccountsDatabase,
  userId: string,
  currentSessionId: string | undefined,
): Promise<void> {
  await sql`delete from session where user_id = ${userId} and id is distinct from ${currentSessionId ?? null}::uuid`.execute(
    db,
  )
}
