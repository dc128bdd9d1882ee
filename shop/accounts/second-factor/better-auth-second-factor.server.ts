import { isAPIError } from 'better-auth/api'
import { sql } from 'kysely'
import type { AccountsDatabase } from '#shop/accounts/accounts-database.ts'
import type { AccountsDependencies } from '#shop/accounts/accounts-dependencies.server.ts'
import type { BetterAuth } from '#shop/accounts/better-auth.server.ts'

/** What a person enters to prove the second factor: the code of their app, or one of the codes kept for its loss. */
export type EnteredCode = { kind: 'app' | 'recovery'; code: string }

type PluginSession = { api: BetterAuth['api']; headers: Headers; trx: AccountsDatabase }

/**
 * better-auth's second factor works on a session and replaces it as it goes. It gets one that no browser ever holds
 * and that is gone with the transaction, so that people's own sessions stay what they are.
 */
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
    // Every session row that this very transaction wrote, under whichever name the plugin left it.
    await sql`delete from session where user_id = ${userId} and xmin = pg_current_xact_id()::xid`.execute(trx)
    return result
  })
}

/** The name of the challenge that better-auth opened instead of a session, as its answer to a right password carries it. */
export async function readChallenge(auth: BetterAuth, headers: Headers): Promise<string | undefined> {
  const { name } = (await auth.$context).createAuthCookie('two_factor')
  const cookie = headers.getSetCookie().find((line) => line.startsWith(`${name}=`))
  return cookie?.slice(name.length + 1).split(';')[0]
}

/** Whether a code has not been shown before; it counts as shown from now on, however many show it at once. */
export async function markCodeUsed({ pool, secondStep }: AccountsDependencies, userId: string, { code }: EnteredCode): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into used_totp_code as spent (code_hash) values ($1)
     on conflict (code_hash) do update set used_at = now() where spent.used_at < now() - interval '${USED_CODE_LIFETIME}'`,
    [secondStep.markOf(userId, code)],
  )
  return rowCount === 1
}

/** Longer than any code of an app stays right. */
const USED_CODE_LIFETIME = '5 minutes'
export const DELETE_EXPIRED_USED_CODES = `delete from used_totp_code where used_at < now() - interval '${USED_CODE_LIFETIME}'`

/** What better-auth says of a code that is not right, or was another's the moment before. */
const WRONG_CODE = new Set(['INVALID_CODE', 'INVALID_BACKUP_CODE'])
export const isWrongCode = (error: unknown): boolean =>
  isAPIError(error) && (WRONG_CODE.has(error.body?.code ?? '') || error.statusCode === 409)
