import { randomUUID } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import { recordAccessEvent } from '#shop/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { AccountsDatabase } from '#shop/accounts/accounts-database.ts'
import { withMinimumDuration, type AccountsDependencies, type TooManyTries, type ClientAddress } from '#shop/accounts/accounts-dependencies.server.ts'
import { rateLimitAddress } from '#shop/accounts/rate-limits/rate-limiter.server.ts'
import type { CookieSource } from '#shop/accounts/sessions/session-cookies.server.ts'

export type NewPassword = { token: string; password: string }
type Account = { id: string; email: string }

/** Whatever stands in an address may be asked for, and PostgreSQL takes no NUL. */
const TOKEN = /^[\w-]{1,200}$/

/**
 * Queues a mail with a link to a new password if the address has an account; for any other address it gives the
 * same answer after the same time. Refused when too many were asked for from one place or for one address.
 */
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
    await dependencies.db.transaction().execute((trx) => dependencies.betterAuthWith(trx).api.requestPasswordReset({ body: { email } }))
    dependencies.wakeOutbox()
    return done(null)
  })
}

/** Whose password the link of a mail would change, without using it; null when it is none of ours, used or too old. */
export async function readPasswordReset(dependencies: AccountsDependencies, token: string): Promise<{ email: string } | null> {
  const userId = await findAccountId(dependencies, dependencies.db, token)
  if (!userId) return null
  const { rows } = await sql<Account>`select id, email from "user" where id = ${userId}`.execute(dependencies.db)
  return rows[0] ? { email: rows[0].email } : null
}

/**
 * Sets the password that somebody with the link of a mail has chosen, once. Whoever reads the account's mail owns
 * the address, so it counts as verified; every session of the account ends, and this browser counts as known to it.
 * The answer has to carry the cookies. Refused when the link is none of ours, was used before, or is too old.
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
  const deviceId = sessions.tokens.readDevice(sessions.cookies.read(source).device, account.email) ?? randomUUID()
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
  // This comes first because it locks the person: of several links used at once, the first one ends the others.
  const { rows } = await sql<Account>`
    update "user" set email_verified = true, updated_at = now() where id = ${userId} returning id, email`.execute(trx)
  await dependencies.betterAuthWith(trx).api.resetPassword({ body: { token, newPassword: password } })
  await sql`delete from verification where value = ${userId}`.execute(trx)
  // Only after the password has changed: a sign-in that still compares the old one looks again before it goes on.
  await sql`delete from session where user_id = ${userId}`.execute(trx)
  return rows[0]
}

/** The account that a token stands for: better-auth keeps hashes of tokens alone, and finds them by its own rules. */
async function findAccountId(dependencies: AccountsDependencies, db: AccountsDatabase, token: string): Promise<string | undefined> {
  if (!TOKEN.test(token)) return undefined
  const { internalAdapter } = await dependencies.betterAuthWith(db).$context
  const current = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return current && current.expiresAt > new Date() ? current.value : undefined
}
