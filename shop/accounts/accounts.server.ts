import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { visitor, type Actor } from '#shop/permissions.ts'
import { accountMailsOn } from './account-mails.server.ts'
import type { AccountsDatabase } from './accounts-database.ts'
import type { AccountsParts, Pace, Visit } from './accounts-parts.server.ts'
import { createAdministrator } from './administrators.server.ts'
import { betterAuthOn } from './better-auth.server.ts'
import type { Registration } from './forms.ts'
import { createRateLimiter } from './rate-limiter.server.ts'
import { RATE_LIMITS, type RateLimits } from './rate-limits.ts'
import { register } from './register.server.ts'
import { readPasswordReset, requestPasswordReset, resetPassword, type NewPassword } from './reset-password.server.ts'
import type { CookieSource } from './session-cookies.server.ts'
import { createSessions, type Session } from './sessions.server.ts'
import { NO_SESSION, type SessionAnswer } from './session.ts'
import { signIn, type SignIn } from './sign-in.server.ts'
import { createSigner } from './signer.server.ts'
import { readVerification, resendVerification, verifyEmail } from './verify-email.server.ts'

export type ReadActor = { actor: Actor; hasEnded: boolean; setCookies: string[] }
export type Accounts = ReturnType<typeof createAccounts>

export type AccountsOptions = {
  /** The pool whose role and search path are the accounts'. */
  pool: Pool
  /** At least 32 characters that nobody can guess, the same on every node; changing it signs everybody out. */
  secret: string
  publicUrl: string
  clock: () => Date
  log: AccountsParts['log']
  wakeOutbox: () => void
  requireVerifiedEmail?: boolean
  limits?: RateLimits
  pace?: Pace
}

const PACE: Pace = { registrationMilliseconds: 400, failedSignInMilliseconds: 250, resetRequestMilliseconds: 400 }

/** Accounts of the shop: who people are, and the sessions that say so (§4 authentication, D6-D10). */
export function createAccounts(options: AccountsOptions) {
  const { pool, secret, publicUrl, clock, log, wakeOutbox } = options
  const { requireVerifiedEmail = false, limits = RATE_LIMITS, pace = PACE } = options
  const settings = {
    secret: createSigner(secret, 'better-auth').blur('secret'),
    publicUrl,
    requireVerifiedEmail,
    onError: (message: string, details: unknown[]) => log.error({ details }, message),
  }
  const db: AccountsDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const authOn = (database: AccountsDatabase, mails = accountMailsOn(database, { publicUrl, clock })) =>
    betterAuthOn(database, settings, mails)
  const onPool = authOn(db)
  const sessions = createSessions({ pool, secret, publicUrl, clock, log })
  const limiter = createRateLimiter({ pool, secret, clock, limits })
  const parts: AccountsParts = {
    pool, db, sessions, limiter, pace, wakeOutbox, log,
    authOn: (database, mails) => (database === db && !mails ? onPool : authOn(database, mails)),
  }

  return {
    register: (form: Registration, visit: Visit) => register(parts, form, visit),
    signIn: (request: SignIn, source: CookieSource, visit: Visit) => signIn(parts, request, source, visit),
    /** Who asks, in the area they ask in; the answer has to carry the cookies. `hasEnded`: they still show a session that is over. */
    async readActor(source: CookieSource, area: 'shop' | 'admin'): Promise<ReadActor> {
      const { session, setCookies } = await sessions.read(source)
      return { actor: actorIn(area, session), hasEnded: session === null && setCookies.length > 0, setCookies }
    },
    async readSession(source: CookieSource) {
      const { session, setCookies } = await sessions.read(source)
      return { answer: toAnswer(session), setCookies }
    },
    async renewSession(source: CookieSource) {
      const { session, setCookies } = await sessions.renew(source)
      return { answer: toAnswer(session), setCookies }
    },
    /** Never fails towards the person: the cookies go even when the database does not answer (§4). */
    async signOut(source: CookieSource): Promise<{ setCookies: string[] }> {
      try {
        return await sessions.end(source)
      } catch (error) {
        log.error({ error }, 'a session could not be revoked at sign-out')
        return { setCookies: sessions.cookies.noSession() }
      }
    },
    readVerification: (token: string) => readVerification(parts, token),
    verifyEmail: (token: string) => verifyEmail(parts, token),
    resendVerification: (email: string, visit: Visit) => resendVerification(parts, email, visit),
    requestPasswordReset: (email: string, visit: Visit) => requestPasswordReset(parts, email, visit),
    readPasswordReset: (token: string) => readPasswordReset(parts, token),
    resetPassword: (entered: NewPassword, source: CookieSource) => resetPassword(parts, entered, source),
    createAdministrator: (person: { email: string; password: string }, which?: { isFirst: boolean }) =>
      createAdministrator(parts, person, which),
    /** Forgets sessions and counts that have run out; once an hour is enough. */
    async sweep() {
      await sessions.sweep()
      await limiter.sweep()
    },
  }
}

/** An administrator who shops does so as a customer; the back-office knows administrators and nobody else. */
function actorIn(area: 'shop' | 'admin', session: Session | null): Actor {
  if (!session || (area === 'admin' && !session.isAdmin)) return visitor
  const { id: userId, email } = session.user
  return { kind: area === 'admin' ? 'admin' : 'customer', userId, email }
}

const toAnswer = (session: Session | null): SessionAnswer =>
  session ? { user: session.user, expires_at: session.expires_at } : NO_SESSION
