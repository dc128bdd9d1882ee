import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { AccountsDependencies } from '#features/accounts/accounts-dependencies.server.ts'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { createInTransaction, lockAdministrators } from './administrators.server.ts'
import { retryIfEmailTaken } from '#features/accounts/registration/register.server.ts'

/** The generated password, returned once, if the account was not usable before. */
export type AdminRoleGrant = { password: string | null }
export type Administrator = {
  email: string
  name: string | null
  role: AdministratorRole
  isSuspended: boolean
  since: Date
  hasSecondFactor: boolean
  lastSignedInAt: Date | null
}

/**
 * Grants the admin role to the account of an address, or creates one. Refused if it has the role. Needs no permission (operator).
 * An unverified account may belong to someone else, so it gets a new password and its sessions end.
 */
export async function grantAdminRole(
  dependencies: AccountsDependencies,
  email: string,
  role: AdministratorRole = 'owner',
): Promise<Outcome<AdminRoleGrant, Refusal<'already-administrator'>>> {
  const password = randomBytes(12).toString('base64url')
  return retryIfEmailTaken(() =>
    dependencies.db.transaction().execute(async (trx) => {
      await lockAdministrators(trx)
      const { rows } = await sql<{ id: string; email_verified: boolean; is_administrator: boolean }>`
        select id, email_verified, exists (select from administrator where user_id = id) as is_administrator
          from "user" where email = ${email} for update`.execute(trx)
      const [existing] = rows
      if (existing?.is_administrator) return refused('already-administrator')
      if (existing?.email_verified) {
        await sql`insert into administrator (user_id, role) values (${existing.id}, ${role})`.execute(trx)
        return done({ password: null })
      }
      await createInTransaction(dependencies, trx, { email, password }, role)
      return done({ password })
    }),
  )
}

/** Ends admin sessions and the second factor, which only the back-office can switch off. Refused for the last owner. */
export async function revokeAdminRole(
  dependencies: AccountsDependencies,
  email: string,
): Promise<Outcome<null, Refusal<'no-such-administrator'> | Refusal<'last-owner'>>> {
  return dependencies.db.transaction().execute(async (trx) => {
    // Locks all rows, so that one of two owners who revoke each other stays.
    const { rows } = await sql<{ id: string; email: string; is_owner: boolean }>`
      select person.id, person.email, administrator.role = 'owner' and administrator.suspended_at is null as is_owner
        from administrator join "user" person on person.id = administrator.user_id
       order by person.id for update of administrator`.execute(trx)
    const revoked = rows.find((administrator) => administrator.email === email)
    if (!revoked) return refused('no-such-administrator')
    if (!rows.some(({ id, is_owner }) => is_owner && id !== revoked.id)) return refused('last-owner')
    // The trigger audit_admin_role_change ends the admin sessions.
    await sql`delete from administrator where user_id = ${revoked.id}`.execute(trx)
    await sql`delete from two_factor where user_id = ${revoked.id}`.execute(trx)
    await sql`update "user" set two_factor_enabled = false where id = ${revoked.id}`.execute(trx)
    return done(null)
  })
}

/** Oldest role grant first. */
export async function listAdministrators({
  pool,
}: Pick<AccountsDependencies, 'pool'>): Promise<Administrator[]> {
  const { rows } = await pool.query<Administrator>(`
    select person.email, coalesce(nullif(profile.full_name, ''), nullif(person.name, '')) as name,
           administrator.role, administrator.suspended_at is not null as "isSuspended", administrator.created_at as since, person.two_factor_enabled as "hasSecondFactor",
           administrator.last_signed_in_at as "lastSignedInAt"
      from administrator join "user" person on person.id = administrator.user_id
      left join public.user_profiles profile on profile.user_id = person.id
     order by administrator.created_at, person.email`)
  return rows
}
