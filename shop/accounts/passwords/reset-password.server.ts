import { randomUUID } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import { recordAccess } from '#shop/audit/record-access-event.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { AccountsDatabase } from '#shop/accounts/accounts-database.ts'
import { noSoonerThan, type AccountsParts, type TooManyTries, type Visit } from '#shop/accounts/accounts-dependencies.server.ts'
import { addressBlock } from '#shop/accounts/rate-limits/rate-limiter.server.ts'
import type { CookieSource } from '#shop/accounts/sessions/session-cookies.server.ts'

export type NewPassword = { token: string; password: string }
type Person = { id: string; email: string }

/** Whatever stands in an address may be asked for, and PostgreSQL takes no NUL. */
const TOKEN = /^[\w-]{1,200}$/

/**
 * Queues a mail with a link to a new password if the address has an account (D9); for any other address it gives the
 * same answer after the same time. Refused when too many were asked for from one place or for one address (D10).
 */
export function requestPasswordReset(
  parts: AccountsParts,
  email: string,
  { ip }: Visit,
): Promise<Outcome<null, TooManyTries>> {
  return noSoonerThan(parts.pace.resetRequestMilliseconds, async () => {
    const retry_after_seconds = await parts.limiter.take(
      { thing: 'resetFromOneAddress', of: [addressBlock(ip)] },
      { thing: 'resetToOneEmail', of: [email] },
    )
    if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
    await parts.db.transaction().execute((trx) => parts.authOn(trx).api.requestPasswordReset({ body: { email } }))
    parts.wakeOutbox()
    return done(null)
  })
}

/** Whose password the link of a mail would change, without using it; null when it is none of ours, used or too old. */
export async function readPasswordReset(parts: AccountsParts, token: string): Promise<{ email: string } | null> {
  const userId = await accountOf(parts, parts.db, token)
  if (!userId) return null
  const { rows } = await sql<Person>`select id, email from "user" where id = ${userId}`.execute(parts.db)
  return rows[0] ? { email: rows[0].email } : null
}

/**
 * Sets the password that somebody with the link of a mail has chosen, once (D9). Whoever reads the account's mail owns
 * the address, so it counts as verified; every session of the account ends, and this browser counts as known to it.
 * The answer has to carry the cookies. Refused when the link is none of ours, was used before, or is too old.
 */
export async function resetPassword(
  parts: AccountsParts,
  entered: NewPassword,
  source: CookieSource,
): Promise<Outcome<{ setCookies: string[]; isAdministrator: boolean }, Refusal<'link-not-valid'>>> {
  const { sessions } = parts
  const person = await parts.db
    .transaction()
    .execute((trx) => changePassword(parts, trx, entered))
    .catch((error: unknown) => {
      if (isAPIError(error) && error.body?.code === 'INVALID_TOKEN') return undefined
      throw error
    })
  if (!person) return refused('link-not-valid')
  parts.wakeOutbox()
  parts.log.info({ user: person.id }, 'password changed by a mailed link')
  await recordAccess(parts, { event: 'password-reset', area: 'shop', userId: person.id })
  const held = await sessions.read(source)
  const deviceId = sessions.parts.readDevice(sessions.cookies.read(source).device, person.email) ?? randomUUID()
  const device = sessions.cookies.device(sessions.parts.writeDevice(deviceId, person.email))
  const { rows } = await sql`select from administrator where user_id = ${person.id}`.execute(parts.db)
  return done({ setCookies: [...held.setCookies, device], isAdministrator: rows.length > 0 })
}

async function changePassword(
  parts: AccountsParts,
  trx: AccountsDatabase,
  { token, password }: NewPassword,
): Promise<Person | undefined> {
  const userId = await accountOf(parts, trx, token)
  if (!userId) return undefined
  // This comes first because it locks the person: of several links used at once, the first one ends the others.
  const { rows } = await sql<Person>`
    update "user" set email_verified = true, updated_at = now() where id = ${userId} returning id, email`.execute(trx)
  await parts.authOn(trx).api.resetPassword({ body: { token, newPassword: password } })
  await sql`delete from verification where value = ${userId}`.execute(trx)
  // Only after the password has changed: a sign-in that still compares the old one looks again before it goes on.
  await sql`delete from session where user_id = ${userId}`.execute(trx)
  return rows[0]
}

/** The account that a token stands for: better-auth keeps hashes of tokens alone, and finds them by its own rules. */
async function accountOf(parts: AccountsParts, db: AccountsDatabase, token: string): Promise<string | undefined> {
  if (!TOKEN.test(token)) return undefined
  const { internalAdapter } = await parts.authOn(db).$context
  const held = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return held && held.expiresAt > new Date() ? held.value : undefined
}
