import { isAPIError } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { noSoonerThan, type AccountsParts, type TooManyTries, type Visit } from './accounts-parts.server.ts'
import { addressBlock } from './rate-limiter.server.ts'

export type Verification = { email: string; isVerified: boolean }

/** What a link of a verification mail stands for, without using it; null when it is not ours, altered or too old. */
export async function readVerification(parts: AccountsParts, token: string): Promise<Verification | null> {
  const { secret } = await parts.authOn(parts.db).$context
  const payload = await verifyJWT<{ email?: string; userId?: string }>(token, secret)
  if (!payload?.email || !payload.userId) return null
  const { rows } = await parts.pool.query<{ email: string; email_verified: boolean }>(
    'select email, email_verified from "user" where id = $1 and email = $2',
    [payload.userId, payload.email],
  )
  return rows[0] ? { email: rows[0].email, isVerified: rows[0].email_verified } : null
}

/** Whether the address of an account is known to be its owner's. */
export async function isEmailVerified({ pool }: Pick<AccountsParts, 'pool'>, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ email_verified: boolean }>('select email_verified from "user" where id = $1', [userId])
  return rows[0]?.email_verified ?? false
}

/** Marks the address of a link as its owner's. Using the link twice is no fault. */
export async function verifyEmail(
  parts: AccountsParts,
  token: string,
): Promise<Outcome<null, Refusal<'link-not-valid'>>> {
  try {
    await parts.authOn(parts.db).api.verifyEmail({ query: { token } })
    return done(null)
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    return refused('link-not-valid')
  }
}

/** Sends a fresh link if an account of that address waits for one; the answer is the same if none does (D8). */
export function resendVerification(
  parts: AccountsParts,
  email: string,
  { ip }: Visit,
): Promise<Outcome<null, TooManyTries>> {
  return noSoonerThan(parts.pace.resendMilliseconds, async () => {
    const retry_after_seconds = await parts.limiter.take(
      { thing: 'resendFromOneAddress', of: [addressBlock(ip)] },
      { thing: 'resendToOneEmail', of: [email] },
    )
    if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
    await parts.authOn(parts.db).api.sendVerificationEmail({ body: { email } })
    parts.wakeOutbox()
    return done(null)
  })
}
