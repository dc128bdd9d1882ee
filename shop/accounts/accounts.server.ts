import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { recordAccess } from '#shop/audit/record-access-event.server.ts'
import { visitor, type Actor, type Admin, type Customer } from '#shop/permissions.ts'
import { accountMailsOn } from './account-emails.server.ts'
import type { AccountsDatabase } from './accounts-database.ts'
import { appoint, dismiss, listAdministrators } from './administrators/admin-role-grants.server.ts'
import type { AccountsParts, Pace, Visit } from './accounts-dependencies.server.ts'
import { createAdministrator } from './administrators/administrators.server.ts'
import { betterAuthOn } from './better-auth.server.ts'
import type { Registration } from './forms/account-forms.ts'
import { addressBlock, createRateLimiter } from './rate-limits/rate-limiter.server.ts'
import { RATE_LIMITS, type RateLimits } from './rate-limits/rate-limits.ts'
import { register } from './registration/register.server.ts'
import { readPasswordReset, requestPasswordReset, resetPassword, type NewPassword } from './passwords/reset-password.server.ts'
import type { CookieSource } from './sessions/session-cookies.server.ts'
import { createSessions, type Session } from './sessions/sessions.server.ts'
import { NO_SESSION, type SessionAnswer } from './sessions/session.ts'
import { signIn, type SignIn } from './sign-in/sign-in.server.ts'
import { createSecondStepPart } from './second-factor/second-step-token.server.ts'
import { readSecondStep, signInWithCode } from './second-factor/second-step.server.ts'
import { SWEEP_SPENT_CODES, type EnteredCode } from './second-factor/better-auth-second-factor.server.ts'
import * as secondFactor from './second-factor/second-factor.server.ts'
import { changeOwnPassword, type PasswordChange } from './passwords/change-own-password.server.ts'
import { createSigner } from './sessions/hmac-signer.server.ts'
import { readVerification, resendVerification, verificationLink, verifyEmail } from './registration/verify-email.server.ts'

/** `stranger`: the account of somebody who is signed in, but is nobody in the area that they ask in. */
export type ReadActor = { actor: Actor; hasEnded: boolean; stranger: string | null; setCookies: string[] }
export type TurnedAway = { userId: string; area: 'shop' | 'admin'; method: string; path: string; reason: string }
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

/** better-auth itself takes half a second over a resend, whatever the address. */
const PACE: Pace = { registrationMilliseconds: 400, failedSignInMilliseconds: 250, resetRequestMilliseconds: 400, resendMilliseconds: 600 }

/** Accounts of the shop: who people are, and the sessions that say so (§4 authentication, D6-D10). */
export function createAccounts(options: AccountsOptions) {
  const { pool, secret, publicUrl, clock, log, wakeOutbox } = options
  const { requireVerifiedEmail = false, limits = RATE_LIMITS, pace = PACE } = options
  const settings = {
    secret: createSigner(secret, 'better-auth').blur('secret'),
    publicUrl,
    requireVerifiedEmail,
    onError: (message: string, details: unknown[]) => log.error({ details: [message, ...details] }, 'The accounts library reports an error.'),
  }
  const db: AccountsDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const mailsOn = (database: AccountsDatabase) => accountMailsOn(database, { publicUrl, clock })
  const authOn = (database: AccountsDatabase, mails = mailsOn(database)) => betterAuthOn(database, settings, mails)
  const onPool = authOn(db)
  const sessions = createSessions({ pool, secret, publicUrl, clock, log })
  const limiter = createRateLimiter({ pool, secret, clock, limits })
  const parts: AccountsParts = {
    pool, db, sessions, limiter, pace, wakeOutbox, log, mailsOn,
    secondStep: createSecondStepPart(secret, clock),
    authOn: (database, mails) => (database === db && !mails ? onPool : authOn(database, mails)),
  }

  return {
    register: (form: Registration, visit: Visit) => register(parts, form, visit),
    signIn: (request: SignIn, source: CookieSource, visit: Visit) => signIn(parts, request, source, visit),
    /** Where this browser's last sign-in was begun, if it waits for the code of a second factor. */
    waitsForCode: (source: CookieSource): SignIn['area'] | null => readSecondStep(parts, source)?.area ?? null,
    forgetSecondStep: (): string => sessions.cookies.secondStep('', 0),
    signInWithCode: (entered: EnteredCode, source: CookieSource) => signInWithCode(parts, entered, source),
    /** Who asks, in the area they ask in; the answer has to carry the cookies. `hasEnded`: they still show a session that is over. */
    async readActor(source: CookieSource, area: 'shop' | 'admin'): Promise<ReadActor> {
      const { session, setCookies } = await sessions.read(source)
      const actor = actorIn(area, session)
      const stranger = session && actor.kind === 'visitor' ? session.user.id : null
      return { actor, hasEnded: session === null && setCookies.length > 0, stranger, setCookies }
    },
    /** Puts on record that somebody who is signed in was refused; never fails towards them. */
    recordRefusal: (refused: TurnedAway) => recordAccess(parts, { event: 'refused', ...refused }),
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
    /** What a caller's address is counted by in the database when an order is placed (db/procedures/checkout/place_orders.sql). */
    orderCallerKey: ({ ip }: Visit) => limiter.keyOf('order from one address', addressBlock(ip)),
    readVerification: (token: string) => readVerification(parts, token),
    verifyEmail: (token: string) => verifyEmail(parts, token),
    verificationLink: (userId: string) => verificationLink(parts, publicUrl, userId),
    resendVerification: (email: string, visit: Visit) => resendVerification(parts, email, visit),
    requestPasswordReset: (email: string, visit: Visit) => requestPasswordReset(parts, email, visit),
    readPasswordReset: (token: string) => readPasswordReset(parts, token),
    resetPassword: (entered: NewPassword, source: CookieSource) => resetPassword(parts, entered, source),
    changeOwnPassword: (actor: Customer | Admin, entered: PasswordChange, source: CookieSource) => changeOwnPassword(parts, actor, entered, source),
    readSecondFactor: (actor: Admin) => secondFactor.readSecondFactor(parts, actor),
    beginSecondFactor: (actor: Admin, entered: { password: string }) => secondFactor.beginSecondFactor(parts, actor, entered),
    confirmSecondFactor: (actor: Admin, entered: { code: string }, source: CookieSource) =>
      secondFactor.confirmSecondFactor(parts, actor, entered, source),
    switchOffSecondFactor: (actor: Admin, proof: secondFactor.Proof) => secondFactor.switchOffSecondFactor(parts, actor, proof),
    renewRecoveryCodes: (actor: Admin, proof: secondFactor.Proof) => secondFactor.renewRecoveryCodes(parts, actor, proof),
    createAdministrator: (person: { email: string; password: string }, which?: { isFirst: boolean }) =>
      createAdministrator(parts, person, which),
    /** For whoever runs the shop (scripts/admin-command/admin-command.ts), and reached from no page. */
    appoint: (email: string) => appoint(parts, email),
    dismiss: (email: string) => dismiss(parts, email),
    listAdministrators: () => listAdministrators(parts),
    /** Forgets sessions and counts that have run out; once an hour is enough. */
    async sweep() {
      await sessions.sweep()
      await limiter.sweep()
      await pool.query(SWEEP_SPENT_CODES)
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
