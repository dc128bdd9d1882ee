import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { AccountEmails } from './account-emails.server.ts'
import type { AccountsDatabase } from './accounts-database.ts'
import type { BetterAuth } from './better-auth.server.ts'
import type { RateLimiter } from '#platform/rate-limits/rate-limiter.server.ts'
import type { SecondStepTokens } from './second-factor/second-step-token.server.ts'
import type { Sessions } from './sessions/sessions.server.ts'

export type AccountsDependencies = {
  pool: Pool
  db: AccountsDatabase
  /** A better-auth that queues its emails in `db`; pass a transaction to include all of its work. */
  betterAuthWith: (db: AccountsDatabase, mails?: AccountEmails) => BetterAuth
  accountEmailsWith: (db: AccountsDatabase) => AccountEmails
  hashPassword: (password: string) => Promise<string>
  sessions: Sessions
  secondStep: SecondStepTokens
  limiter: RateLimiter
  minimumDurations: MinimumDurations
  wakeOutbox: () => void
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** Minimum response times, so that timing does not reveal whether an address is known. */
export type MinimumDurations = {
  registrationMs: number
  failedSignInMs: number
  resetRequestMs: number
  resendMs: number
}

export type TooManyTries = { code: 'too-many-tries'; retry_after_seconds: number }

export type ClientAddress = { ip: string }

/** Returns the result after at least `milliseconds`. `action` must include all work that depends on the address (rate limits, outbox). */
export async function withMinimumDuration<Result>(
  milliseconds: number,
  action: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.allSettled([action(), setTimeout(milliseconds)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
