import { sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { NO_ACCOUNT_EMAILS } from '#features/accounts/account-emails.server.ts'
import type { AccountsDependencies } from '#features/accounts/accounts-dependencies.server.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { PASSWORD_MESSAGES, passwordProblem } from '#shop/passwords/password-rules.ts'
import { retryIfEmailTaken } from '#features/accounts/registration/register.server.ts'

export type NewAdministrator = { email: string; password: string }
/** An operator vouches for the address; an invitation link proves it. */
type NewAccount = NewAdministrator & { name?: string; isVerified?: boolean }
export type AccountsTransaction = Transaction<Record<string, never>>

/** False while the administrator is suspended. */
export async function isAdministrator(pool: Pool, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from administrator where user_id = $1 and suspended_at is null',
    [userId],
  )
  return rowCount === 1
}

export async function recordLastSignIn(pool: Pool, userId: string): Promise<void> {
  await pool.query('update administrator set last_signed_in_at = now() where user_id = $1', [userId])
}

/** With `isFirst`, returns false if there is one already, because several nodes may start. Throws if the password breaks the rules. */
export async function createAdministrator(
  dependencies: AccountsDependencies,
  { email, password }: NewAdministrator,
  { isFirst = false } = {},
): Promise<boolean> {
  const problem = passwordProblem(password, email)
  if (problem) throw new Error(PASSWORD_MESSAGES[problem])
  const newAdministrator = { email: trimWhiteSpace(email).toLowerCase(), password }
  const create = () =>
    dependencies.db.transaction().execute(async (trx) => {
      if (isFirst && (await hasAdministrator(trx))) return null
      return createInTransaction(dependencies, trx, newAdministrator)
    })
  const userId = await retryIfEmailTaken(create)
  if (userId) dependencies.log.info({ user: userId }, 'administrator created')
  return userId !== null
}

/** No other transaction can create an administrator until this one ends. */
export async function lockAdministrators(trx: AccountsTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ninth-bend: an administrator is made', 0))`.execute(
    trx,
  )
}

async function hasAdministrator(trx: AccountsTransaction): Promise<boolean> {
  await lockAdministrators(trx)
  const { rows } = await sql`select from administrator limit 1`.execute(trx)
  return rows.length === 1
}

export async function createInTransaction(
  dependencies: AccountsDependencies,
  trx: AccountsTransaction,
  newAdministrator: NewAccount,
  role: AdministratorRole = 'owner',
): Promise<string> {
  const known = await sql<{
    id: string
  }>`select id from "user" where email = ${newAdministrator.email}`.execute(trx)
  const id = known.rows[0]?.id
  if (id) await resetExistingAccount(dependencies, trx, id, newAdministrator)
  const userId = id ?? (await signUp(dependencies, trx, newAdministrator))
  if (newAdministrator.isVerified ?? true)
    await sql`update "user" set email_verified = true where id = ${userId}`.execute(trx)
  await sql`insert into administrator (user_id, role) values (${userId}, ${role}) on conflict do nothing`.execute(
    trx,
  )
  await sql`
    insert into public.user_profiles (user_id, email, full_name)
    values (${userId}, ${newAdministrator.email}, ${newAdministrator.name ?? null})
    on conflict do nothing`.execute(trx)
  return userId
}

async function signUp(
  dependencies: AccountsDependencies,
  trx: AccountsTransaction,
  { email, password, name = '' }: NewAccount,
): Promise<string> {
  const { user } = await dependencies
    .betterAuthWith(trx, NO_ACCOUNT_EMAILS)
    .api.signUpEmail({ body: { name, email, password } })
  return user.id
}

/** Somebody else may have registered the address, so this replaces the password and ends the sessions. */
async function resetExistingAccount(
  { hashPassword }: AccountsDependencies,
  trx: AccountsTransaction,
  userId: string,
  { password }: NewAdministrator,
) {
  const hash = await hashPassword(password)
  await sql`update account set password = ${hash} where user_id = ${userId} and provider_id = 'credential'`.execute(
    trx,
  )
  await sql`delete from session where user_id = ${userId}`.execute(trx)
}
