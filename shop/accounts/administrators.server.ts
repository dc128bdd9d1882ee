import { sql } from 'kysely'
import type { Pool } from 'pg'
import { NO_MAILS } from './account-mails.server.ts'
import type { AccountsParts } from './accounts-parts.server.ts'
import type { BetterAuth } from './better-auth.server.ts'

export async function isAdministrator(pool: Pool, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from administrator where user_id = $1', [userId])
  return rowCount === 1
}

export async function hasAdministrator(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('select from administrator limit 1')
  return rowCount === 1
}

/**
 * Makes an administrator (D5): a new account that needs no verification, or the role for the account that has the
 * address already, whose password then stays. Throws when the password is shorter than the shop allows.
 */
export async function createAdministrator(parts: AccountsParts, { email, password }: { email: string; password: string }) {
  const address = email.trim().toLowerCase()
  const userId = await parts.db.transaction().execute(async (trx) => {
    const known = await sql<{ id: string }>`select id from "user" where email = ${address}`.execute(trx)
    const id = known.rows[0]?.id ?? (await signUp(parts.authOn(trx, NO_MAILS), address, password))
    await sql`update "user" set email_verified = true where id = ${id}`.execute(trx)
    await sql`insert into administrator (user_id) values (${id}) on conflict do nothing`.execute(trx)
    await sql`insert into public.user_profiles (user_id, email) values (${id}, ${address}) on conflict do nothing`.execute(trx)
    return id
  })
  parts.log.info({ user: userId }, 'administrator created')
}

async function signUp(auth: BetterAuth, email: string, password: string): Promise<string> {
  const { user } = await auth.api.signUpEmail({ body: { name: '', email, password } })
  return user.id
}
