import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { AccountEmails } from './account-emails.server.ts'
import type { AccountsDatabase } from './accounts-database.ts'
import type { BetterAuth } from './better-auth.server.ts'
import type { RateLimiter } from './rate-limits/rate-limiter.server.ts'
import type { SecondStepTokens } from './second-factor/second-step-token.server.ts'
import type { Sessions } from './sessions/sessions.server.ts'

/** Everything the use-cases of accounts share; put together once, in accounts.server.ts. */
export type AccountsDependencies = {
  pool: Pool
  db: AccountsDatabase
  /** better-auth with its mails queued in `db`: hand in a transaction, and all of it belongs to that. */
  betterAuthWith: (db: AccountsDatabase, mails?: AccountEmails) => BetterAuth
  /** The mails of accounts, queued in `db`. */
  accountEmailsWith: (db: AccountsDatabase) => AccountEmails
  sessions: Sessions
  /** What waits for a code, and the marks of codes that were shown. */
  secondStep: SecondStepTokens
  limiter: RateLimiter
  minimumDurations: MinimumDurations
  /** Tells the mail worker that a row may be waiting. */
  wakeOutbox: () => void
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** An answer that would tell by its haste whether an address is known is held back until this many milliseconds. */
export type MinimumDurations = {
  registrationMs: number
  failedSignInMs: number
  resetRequestMs: number
  resendMs: number
}

export type TooManyTries = { code: 'too-many-tries'; retry_after_seconds: number }

/** Where a try comes from. */
export type ClientAddress = { ip: string }

/**
 * Answers only after so many milliseconds. `work` is everything that may differ from one address to another, the tries
 * that are counted and the mail that is woken included: what runs on while the answer goes out would hold it up.
 */
export async function withMinimumDuration<Result>(milliseconds: number, action: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([action(), setTimeout(milliseconds)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
