import { isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { AccountsDatabase } from '#features/accounts/accounts-database.ts'
import type { AccountsDependencies } from '#features/accounts/accounts-dependencies.server.ts'
import type { BetterAuth } from '#features/accounts/better-auth.server.ts'

export type EnteredCode = { kind: 'app' | 'recovery'; code: string }

type PluginSession = { api: BetterAuth['api']; headers: Headers; trx: AccountsDatabase }

/** better-auth's second factor replaces the session it works on, so it gets a temporary one within the transaction. */
export function withPluginSession<Result>(
  dependencies: AccountsDependencies,
  userId: string,
  action: (session: PluginSession) => Promise<Result>,
): Promise<Result> {
  return dependencies.db.transaction().execute(async (trx) => {
    await sql`select from "user" where id = ${userId} for update`.execute(trx)
    const auth = dependencies.betterAuthWith(trx)
    const { token } = await (await auth.$context).internalAdapter.createSession(userId)
    const headers = new Headers({ authorization: `Bearer ${token}` })
    const result = await action({ api: auth.api, headers, trx })
    // Deletes all rows written by this transaction, because the plugin may have replaced its own.
    await sql`delete from session where user_id = ${userId} and xmin = pg_current_xact_id()::xid`.execute(trx)
    return result
  })
}

export async function readChallenge(auth: BetterAuth, headers: Headers): Promise<string | undefined> {
  const { name } = (await auth.$context).createAuthCookie('two_factor')
  const cookie = headers.getSetCookie().find((line) => line.startsWith(`${name}=`))
  return cookie?.slice(name.length + 1).split(';')[0]
}

/** False if the code was used before, also by a concurrent request. */
export async function markCodeUsed(
  { pool, secondStep }: AccountsDependencies,
  userId: string,
  { code }: EnteredCode,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into used_totp_code as spent (code_hash) values ($1)
     on conflict (code_hash) do update set used_at = now() where spent.used_at < now() - interval '${USED_CODE_LIFETIME}'`,
    [secondStep.hmacOf(userId, code)],
  )
  return rowCount === 1
}

/** Longer than an app's code is valid. */
const USED_CODE_LIFETIME = '5 minutes'
export const DELETE_EXPIRED_USED_CODES = `delete from used_totp_code where used_at < now() - interval '${USED_CODE_LIFETIME}'`

/** better-auth's errors for a wrong code, or for one that was just used. */
const WRONG_CODE = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE'])
export const isWrongCode = (error: unknown): boolean =>
  isAPIError(error) && (WRONG_CODE.has(error.body?.code ?? '') || error.statusCode === 409)
