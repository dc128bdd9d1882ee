import { isAPIError } from 'better-auth/api'
import { signJWT, verifyJWT } from 'better-auth/crypto'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import {
  withMinimumDuration,
  type AccountsDependencies,
  type TooManyTries,
  type ClientAddress,
} from '#features/accounts/accounts-dependencies.server.ts'
import { VERIFICATION_SECONDS } from '#features/accounts/better-auth.server.ts'
import { rateLimitAddress } from '#platform/rate-limits/rate-limiter.server.ts'

export type Verification = { email: string; isVerified: boolean }

/** Leaves the link valid; null if it is invalid, altered or expired. */
export async function readVerification(
  dependencies: AccountsDependencies,
  token: string,
): Promise<Verification | null> {
  const { secret } = await dependencies.betterAuthWith(dependencies.db).$context
  const payload = await verifyJWT<{ email?: string; userId?: string }>(token, secret)
  if (!payload?.email || !payload.userId) return null
  const { rows } = await dependencies.pool.query<{ email: string; email_verified: boolean }>(
    'select email, email_verified from "user" where id = $1 and email = $2',
    [payload.userId, payload.email],
  )
  return rows[0] ? { email: rows[0].email, isVerified: rows[0].email_verified } : null
}

/** Using a link twice is not an error. Refused if it is invalid or expired. */
export async function verifyEmail(
  dependencies: AccountsDependencies,
  token: string,
): Promise<Outcome<null, Refusal<'link-not-valid'>>> {
  try {
    await dependencies.betterAuthWith(dependencies.db).api.verifyEmail({ query: { token } })
    dependencies.wakeOutbox()
    return done(null)
  } catch (error) {
    if (!isAPIError(error) || error.statusCode >= 500) throw error
    return refused('link-not-valid')
  }
}

/** Null if the address is verified already. */
export async function verificationLink(
  dependencies: AccountsDependencies,
  publicUrl: string,
  userId: string,
): Promise<string | null> {
  const { rows } = await dependencies.pool.query<{ email: string }>(
    'select email from "user" where id = $1 and not email_verified',
    [userId],
  )
  if (!rows[0]) return null
  const { secret } = await dependencies.betterAuthWith(dependencies.db).$context
  const token = await signJWT({ email: rows[0].email, userId }, secret, VERIFICATION_SECONDS)
  return `${publicUrl}/verify-email?token=${token}`
}

/** Queues a new link if an unverified account has this address; the result is the same if not. */
export function resendVerification(
  dependencies: AccountsDependencies,
  email: string,
  { ip }: ClientAddress,
): Promise<Outcome<null, TooManyTries>> {
  return withMinimumDuration(dependencies.minimumDurations.resendMs, async () => {
    const retry_after_seconds = await dependencies.limiter.take(
      { limitedAction: 'resendFromOneAddress', of: [rateLimitAddress(ip)] },
      { limitedAction: 'resendToOneEmail', of: [email] },
    )
    if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
    await dependencies.betterAuthWith(dependencies.db).api.sendVerificationEmail({ body: { email } })
    dependencies.wakeOutbox()
    return done(null)
  })
}
