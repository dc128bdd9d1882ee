import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { NO_ACCOUNT_EMAILS } from '#features/accounts/account-emails.server.ts'
import type { AccountsDependencies } from '#features/accounts/accounts-dependencies.server.ts'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import {
  createInTransaction,
  lockAdministrators,
  type AccountsTransaction,
} from '#features/accounts/administrators/administrators.server.ts'
import { retryIfEmailTaken } from '#features/accounts/registration/register.server.ts'
import { isValidId } from '#shop/ids.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Admin } from '#shop/permissions.ts'
import type { Invitation } from './invitation-form.ts'

type Invited = { email: string }
const INVITATION = '3 days'

/**
 * Makes the account of an address an administrator and emails a link to set the password. An unverified account may belong to somebody
 * else, so its password is replaced and its sessions end, as in grantAdminRole.
 */
export async function invitePerson(
  dependencies: AccountsDependencies,
  owner: Admin,
  { email, name, role }: Invitation,
): Promise<Outcome<Invited, Refusal<'already-administrator'> | Refusal<'not-found'>>> {
  requirePermission(owner, 'people.edit')
  const invited = await retryIfEmailTaken(() =>
    dependencies.db.transaction().execute(async (trx) => {
      await lockAdministrators(trx)
      if (!(await actAsOwner(trx, owner))) return refused('not-found')
      const { rows } = await sql<{ id: string; email_verified: boolean; is_administrator: boolean }>`
        select id, email_verified, exists (select from administrator where user_id = id) as is_administrator
          from "user" where email = ${email} for update`.execute(trx)
      const [existing] = rows
      if (existing?.is_administrator) return refused('already-administrator')
      if (existing?.email_verified)
        await sql`insert into administrator (user_id, role) values (${existing.id}, ${role})`.execute(trx)
      else {
        const password = randomBytes(24).toString('base64url')
        await createInTransaction(dependencies, trx, { email, name, password, isVerified: false }, role)
      }
      await queueInvitation(dependencies, trx, email, role)
      return done({ email })
    }),
  )
  if (invited.ok) dependencies.wakeOutbox()
  return invited
}

/** Sends another link to somebody who has not signed in yet; earlier links become invalid. */
export async function inviteAgain(
  dependencies: AccountsDependencies,
  owner: Admin,
  userId: string,
): Promise<Outcome<Invited, Refusal<'not-invited'> | Refusal<'not-found'>>> {
  requirePermission(owner, 'people.edit')
  if (!isValidId(userId)) return refused('not-found')
  const invited = await dependencies.db.transaction().execute(async (trx) => {
    if (!(await actAsOwner(trx, owner))) return refused('not-found')
    const { rows } = await sql<{ email: string; role: AdministratorRole; is_waiting: boolean }>`
      select person.email, administrator.role,
             administrator.last_signed_in_at is null and administrator.suspended_at is null as is_waiting
        from administrator join "user" person on person.id = administrator.user_id
       where administrator.user_id = ${userId}`.execute(trx)
    const [person] = rows
    if (!person) return refused('not-found')
    if (!person.is_waiting) return refused('not-invited')
    await queueInvitation(dependencies, trx, person.email, person.role)
    return done({ email: person.email })
  })
  if (invited.ok) dependencies.wakeOutbox()
  return invited
}

/** The audit log names the owner, who remains one until the transaction ends. */
async function actAsOwner(trx: AccountsTransaction, owner: Admin): Promise<boolean> {
  const { rows } = await sql`
    select set_config('app.user_id', user_id::text, true) from administrator
     where user_id = ${owner.userId} and role = 'owner' and suspended_at is null for share`.execute(trx)
  return rows.length === 1
}

/** A password reset link that is valid for longer. */
async function queueInvitation(
  dependencies: AccountsDependencies,
  trx: AccountsTransaction,
  email: string,
  role: AdministratorRole,
) {
  await sql`delete from verification where value = (select id::text from "user" where email = ${email})`.execute(
    trx,
  )
  const mails = dependencies.accountEmailsWith(trx)
  await dependencies
    .betterAuthWith(trx, {
      ...NO_ACCOUNT_EMAILS,
      resetPassword: (user, token) => mails.adminInvitation(user, token, role),
    })
    .api.requestPasswordReset({ body: { email } })
  await sql`
    update verification set expires_at = now() + ${INVITATION}::interval
     where value = (select id::text from "user" where email = ${email})`.execute(trx)
}
