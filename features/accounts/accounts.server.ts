import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { recordAccessEvent } from '#features/audit/record-access-event.server.ts'
import { visitor, type Actor, type Admin, type Customer } from '#shop/permissions.ts'
import { createAccountEmails } from './account-emails.server.ts'
import type { AccountsDatabase } from './accounts-database.ts'
import {
  grantAdminRole,
  revokeAdminRole,
  listAdministrators,
} from './administrators/admin-role-grants.server.ts'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import type { AccountsDependencies, MinimumDurations, ClientAddress } from './accounts-dependencies.server.ts'
import { createAdministrator } from './administrators/administrators.server.ts'
import { createBetterAuth } from './better-auth.server.ts'
import type { Invitation } from './people/invitation-form.ts'
import { inviteAgain, invitePerson } from './people/invite-person.server.ts'
import type { Registration } from './forms/account-forms.ts'
import { rateLimitAddress, createRateLimiter } from '#platform/rate-limits/rate-limiter.server.ts'
import { RATE_LIMITS, type RateLimits } from '#platform/rate-limits/rate-limits.ts'
import { register } from './registration/register.server.ts'
import {
  readPasswordReset,
  requestPasswordReset,
  resetPassword,
  type NewPassword,
} from './passwords/reset-password.server.ts'
import type { CookieSource } from './sessions/session-cookies.server.ts'
import { createSessions, type Session } from './sessions/sessions.server.ts'
import { NO_SESSION, type SessionAnswer } from '#shop/session.ts'
import { signIn, type SignIn } from './sign-in/sign-in.server.ts'
import { createSecondStepTokens } from './second-factor/second-step-token.server.ts'
import { readSecondStep, signInWithCode } from './second-factor/second-step.server.ts'
import {
  DELETE_EXPIRED_USED_CODES,
  type EnteredCode,
} from './second-factor/better-auth-second-factor.server.ts'
import * as secondFactor from './second-factor/second-factor.server.ts'
import { changeOwnPassword, type PasswordChange } from './passwords/change-own-password.server.ts'
import { hashPassword, type PasswordCost } from './passwords/password-hash.server.ts'
import { confirmPassword } from './passwords/confirm-password.server.ts'
import { createSigner } from '#platform/rate-limits/hmac-signer.server.ts'
import {
  readVerification,
  resendVerification,
  verificationLink,
  verifyEmail,
} from './registration/verify-email.server.ts'

export type CurrentActor = {
  actor: Actor
  hasSecondFactor: boolean
  hasEnded: boolean
  signedInWithoutAccess: string | null
  setCookies: string[]
}
export type RefusedRequest = {
  userId: string
  area: 'shop' | 'admin'
  method: string
  path: string
  reason: string
}
export type Accounts = ReturnType<typeof createAccounts>

export type AccountsOptions = {
  pool: Pool
  /** At least 32 random characters, the same on every node; changing it signs all users out. */
  secret: string
  publicUrl: string
  clock: () => Date
  log: AccountsDependencies['log']
  wakeOutbox: () => void
  requireVerifiedEmail?: boolean
  limits?: RateLimits
  minimumDurations?: MinimumDurations
  /** How much work hashing a new password takes; little in tests. */
  passwordCost?: PasswordCost | undefined
}

/** better-auth itself needs half a second for a resend, whatever the address. */
const MINIMUM_DURATIONS: MinimumDurations = {
  registrationMs: 400,
  failedSignInMs: 250,
  resetRequestMs: 400,
  resendMs: 600,
}

export function createAccounts(options: AccountsOptions) {
  const { pool, secret, publicUrl, clock, log, wakeOutbox } = options
  const { requireVerifiedEmail = false, limits = RATE_LIMITS, minimumDurations = MINIMUM_DURATIONS } = options
  const hashPasswordAtCost = (password: string) => hashPassword(password, options.passwordCost)
  const settings = {
    secret: createSigner(secret, 'better-auth').hmac('secret'),
    publicUrl,
    requireVerifiedEmail,
    hashPassword: hashPasswordAtCost,
    onError: (message: string, details: unknown[]) =>
      log.error({ details: [message, ...details] }, 'better-auth reported an error'),
  }
  const db: AccountsDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const accountEmailsWith = (database: AccountsDatabase) =>
    createAccountEmails(database, { publicUrl, clock })
  const betterAuthWith = (database: AccountsDatabase, mails = accountEmailsWith(database)) =>
    createBetterAuth(database, settings, mails)
  const poolBetterAuth = betterAuthWith(db)
  const sessions = createSessions({ pool, secret, publicUrl, clock, log })
  const limiter = createRateLimiter({ pool, secret, clock, limits })
  const dependencies: AccountsDependencies = {
    pool,
    db,
    hashPassword: hashPasswordAtCost,
    sessions,
    limiter,
    minimumDurations,
    wakeOutbox,
    log,
    accountEmailsWith,
    secondStep: createSecondStepTokens(secret, clock),
    betterAuthWith: (database, mails) =>
      database === db && !mails ? poolBetterAuth : betterAuthWith(database, mails),
  }

  return {
    register: (form: Registration, client: ClientAddress) => register(dependencies, form, client),
    signIn: (request: SignIn, source: CookieSource, client: ClientAddress) =>
      signIn(dependencies, request, source, client),
    pendingSecondStepArea: (source: CookieSource): SignIn['area'] | null =>
      readSecondStep(dependencies, source)?.area ?? null,
    clearSecondStepCookie: (): string => sessions.cookies.secondStep('', 0),
    signInWithCode: (entered: EnteredCode, source: CookieSource) =>
      signInWithCode(dependencies, entered, source),
    /** The response must set `setCookies`. `hasEnded`: the browser presented an ended session. */
    async readActor(source: CookieSource, area: 'shop' | 'admin'): Promise<CurrentActor> {
      const { session, setCookies } = await sessions.read(source)
      const actor = actorIn(area, session)
      const signedInWithoutAccess = session && actor.kind === 'visitor' ? session.user.id : null
      const hasSecondFactor = session?.hasSecondFactor ?? false
      return {
        actor,
        hasSecondFactor,
        hasEnded: session === null && setCookies.length > 0,
        signedInWithoutAccess,
        setCookies,
      }
    },
    /** Never throws. */
    recordRefusal: (refused: RefusedRequest) =>
      recordAccessEvent(dependencies, { event: 'refused', ...refused }),
    async readSession(source: CookieSource) {
      const { session, setCookies } = await sessions.read(source)
      return { answer: toAnswer(session), setCookies }
    },
    async renewSession(source: CookieSource) {
      const { session, setCookies } = await sessions.renew(source)
      return { answer: toAnswer(session), setCookies }
    },
    /** Never throws: the cookies are cleared even if the database is unavailable. */
    async signOut(source: CookieSource): Promise<{ setCookies: string[] }> {
      try {
        return await sessions.end(source)
      } catch (error) {
        log.error({ error }, 'session could not be revoked at sign-out')
        return { setCookies: sessions.cookies.noSession() }
      }
    },
    clearDeviceCookie: (): string => sessions.cookies.device(''),
    /** Key of the rate limit of placed orders (features/checkout/sql/place_orders.sql). */
    orderCallerKey: ({ ip }: ClientAddress) => limiter.keyOf('order from one address', rateLimitAddress(ip)),
    /** Seconds to wait if this client, or requests for this address, exceed the limit; otherwise 0. */
    takeStockAlertAttempt: (email: string, { ip }: ClientAddress): Promise<number> =>
      limiter.take(
        { limitedAction: 'stockAlertFromOneAddress', of: [rateLimitAddress(ip)] },
        { limitedAction: 'stockAlertToOneEmail', of: [email] },
      ),
    /** A UUID that stops all alerts of the address. It is derived from the address, so it need not be stored after the email is sent. */
    stockAlertToken: (email: string) =>
      Buffer.from(limiter.keyOf('stop stock alerts', email), 'base64url')
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
    /** Seconds to wait if this client has sent too many enquiries, otherwise 0. */
    takeEnquiryAttempt: ({ ip }: ClientAddress): Promise<number> =>
      limiter.take({ limitedAction: 'enquiryFromOneAddress', of: [rateLimitAddress(ip)] }),
    readVerification: (token: string) => readVerification(dependencies, token),
    verifyEmail: (token: string) => verifyEmail(dependencies, token),
    verificationLink: (userId: string) => verificationLink(dependencies, publicUrl, userId),
    resendVerification: (email: string, client: ClientAddress) =>
      resendVerification(dependencies, email, client),
    requestPasswordReset: (email: string, client: ClientAddress) =>
      requestPasswordReset(dependencies, email, client),
    readPasswordReset: (token: string) => readPasswordReset(dependencies, token),
    resetPassword: (entered: NewPassword, source: CookieSource) =>
      resetPassword(dependencies, entered, source),
    confirmPassword: (customer: Customer, password: string) =>
      confirmPassword(dependencies, customer, password),
    changeOwnPassword: (actor: Customer | Admin, entered: PasswordChange, source: CookieSource) =>
      changeOwnPassword(dependencies, actor, entered, source),
    readSecondFactor: (actor: Admin) => secondFactor.readSecondFactor(dependencies, actor),
    beginSecondFactor: (actor: Admin, entered: { password: string }) =>
      secondFactor.beginSecondFactor(dependencies, actor, entered),
    confirmSecondFactor: (actor: Admin, entered: { code: string }, source: CookieSource) =>
      secondFactor.confirmSecondFactor(dependencies, actor, entered, source),
    switchOffSecondFactor: (actor: Admin, proof: secondFactor.Proof) =>
      secondFactor.switchOffSecondFactor(dependencies, actor, proof),
    renewRecoveryCodes: (actor: Admin, proof: secondFactor.Proof) =>
      secondFactor.renewRecoveryCodes(dependencies, actor, proof),
    createAdministrator: (person: { email: string; password: string }, which?: { isFirst: boolean }) =>
      createAdministrator(dependencies, person, which),
    invitePerson: (owner: Admin, invitation: Invitation) => invitePerson(dependencies, owner, invitation),
    inviteAgain: (owner: Admin, userId: string) => inviteAgain(dependencies, owner, userId),
    /** Only scripts/admin-command/admin-command.ts calls these; no page does. */
    grantAdminRole: (email: string, role?: AdministratorRole) => grantAdminRole(dependencies, email, role),
    revokeAdminRole: (email: string) => revokeAdminRole(dependencies, email),
    listAdministrators: () => listAdministrators(dependencies),
    /** Deletes expired sessions, rate limit counts and used codes. Running it hourly is enough. */
    async sweep() {
      await sessions.sweep()
      await limiter.sweep()
      await pool.query(DELETE_EXPIRED_USED_CODES)
    },
  }
}

/** In the shop area an administrator acts as a customer. */
function actorIn(area: 'shop' | 'admin', session: Session | null): Actor {
  if (!session) return visitor
  const { id: userId, email } = session.user
  if (area === 'shop') return { kind: 'customer', userId, email }
  return session.adminRole ? { kind: 'admin', role: session.adminRole, userId, email } : visitor
}

const toAnswer = (session: Session | null): SessionAnswer =>
  session ? { user: session.user, expires_at: session.expires_at } : NO_SESSION
