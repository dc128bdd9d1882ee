import { randomUUID } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import { recordAccessEvent } from '#features/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { AccountsDatabase } from '#features/accounts/accounts-database.ts'
import {
  withMinimumDuration,
  type AccountsDependencies,
  type TooManyTries,
  type ClientAddress,
} from '#features/accounts/accounts-dependencies.server.ts'
import { rateLimitAddress } from '#platform/rate-limits/rate-limiter.server.ts'
import type { CookieSource } from '#features/accounts/sessions/session-cookies.server.ts'

export type NewPassword = { token: string; password: string }
type Account = { id: string; email: string }

/** PostgreSQL does not accept NUL. */
const TOKEN = /^[\w-]{1,200}$/

/** Result and response time are the same for an unknown address. Refused after too many requests for one client or email address. */
export function requestPasswordReset(
  dependencies: AccountsDependencies,
  email: string,
  { ip }: ClientAddress,
): Promise<Outcome<null, TooManyTries>> {
  return withMinimumDuration(dependencies.minimumDurations.resetRequestMs, async () => {
    const retry_after_seconds = await dependencies.limiter.take(
      { limitedAction: 'resetFromOneAddress', of: [rateLimitAddress(ip)] },
      { limitedAction: 'resetToOneEmail', of: [email] },
    )
    if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
    await dependencies.db
      .transaction()
      .execute((trx) => dependencies.betterAuthWith(trx).api.requestPasswordReset({ body: { email } }))
    dependencies.wakeOutbox()
    return done(null)
  })
}

/** Leaves the link valid; null if it is invalid, used or expired. Invited: an administrator with a new account. */
export async function readPasswordReset(
  dependencies: AccountsDependencies,
  token: string,
): Promise<{ email: string; isInvited: boolean } | null> {
  const userId = await findAccountId(dependencies, dependencies.db, token)
  if (!userId) return null
  const { rows } = await sql<{ email: string; isInvited: boolean }>`
    select email, not email_verified and exists (
             select from administrator a where a.user_id = u.id and a.last_signed_in_at is null) as "isInvited"
      from "user" u where id = ${userId}`.execute(dependencies.db)
  return rows[0] ?? null
}

/**
 * The link proves ownership, so the address becomes verified, all sessions end, and this browser becomes
 * known. The response must set the cookies. Refused if the link is invalid, used or expired.
 */
export async function resetPassword(
  dependencies: AccountsDependencies,
  entered: NewPassword,
  source: CookieSource,
): Promise<Outcome<{ setCookies: string[]; isAdministrator: boolean }, Refusal<'link-not-valid'>>> {
  const { sessions } = dependencies
  const account = await dependencies.db
    .transaction()
    .execute((trx) => changePassword(dependencies, trx, entered))
    .catch((error: unknown) => {
      if (isAPIError(error) && error.body?.code === 'INVALID_TOKEN') return undefined
      throw error
    })
  if (!account) return refused('link-not-valid')
  dependencies.wakeOutbox()
  dependencies.log.info({ user: account.id }, 'password changed by a mailed link')
  await recordAccessEvent(dependencies, { event: 'password-reset', area: 'shop', userId: account.id })
  const current = await sessions.read(source)
  const deviceId =
    sessions.tokens.readDevice(sessions.cookies.read(source).device, account.email) ?? randomUUID()
  const device = sessions.cookies.device(sessions.tokens.writeDevice(deviceId, account.email))
  const { rows } = await sql`select from administrator where user_id = ${account.id}`.execute(dependencies.db)
  return done({ setCookies: [...current.setCookies, device], isAdministrator: rows.length > 0 })
}

async function changePassword(
  dependencies: AccountsDependencies,
  trx: AccountsDatabase,
  { token, password }: NewPassword,
): Promise<Account | undefined> {
  const userId = await findAccountId(dependencies, trx, token)
  if (!userId) return undefined
  // Runs first, because it locks the user: of several links used at once, the first invalidates the others.
  const { rows } = await sql<Account>`
    update "user" set email_verified = true, updated_at = now() where id = ${userId} returning id, email`.execute(
    trx,
  )
  await dependencies.betterAuthWith(trx).api.resetPassword({ body: { token, newPassword: password } })
  await sql`delete from verification where value = ${userId}`.execute(trx)
  // Runs after the password has changed, because a sign-in that is comparing the old one checks it again.
  await sql`delete from session where user_id = ${userId}`.execute(trx)
  return rows[0]
}

/** better-auth stores only hashes of tokens and looks them up itself. */
async function findAccountId(
  dependencies: AccountsDependencies,
  db: AccountsDatabase,
  token: string,
): Promise<string | undefined> {
  if (!TOKEN.test(token)) return undefined
  const { internalAdapter } = await dependencies.betterAuthWith(db).$context
  const current = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return current && current.expiresAt > new Date() ? current.value : undefined
}
