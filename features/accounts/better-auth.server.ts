import { betterAuth } from 'better-auth'
import { bearer, twoFactor } from 'better-auth/plugins'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shop/constants.ts'
import type { AccountEmails } from './account-emails.server.ts'
import type { AccountsDatabase } from './accounts-database.ts'
import { verifyPassword } from './passwords/password-hash.server.ts'
import { generateRecoveryCodes } from './second-factor/recovery-codes.server.ts'

export const VERIFICATION_SECONDS = 24 * 60 * 60
export const RESET_SECONDS = 60 * 60
export const SECOND_STEP_SECONDS = 10 * 60

export type BetterAuthSettings = {
  secret: string
  publicUrl: string
  requireVerifiedEmail: boolean
  hashPassword: (password: string) => Promise<string>
  onError: (message: string, details: unknown[]) => void
}

/** Uses a database or an open transaction. Use-cases call it without HTTP, so that its writes and the shop's commit together. */
export function createBetterAuth(db: AccountsDatabase, settings: BetterAuthSettings, mails: AccountEmails) {
  return betterAuth({
    baseURL: settings.publicUrl,
    secret: settings.secret,
    database: { db, type: 'postgres' },
    advanced: { database: { generateId: 'uuid', validateSchema: false } },
    telemetry: { enabled: false },
    // It would count HTTP requests only; sign-ins are limited in rate-limits.ts.
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => settings.onError(message, details) },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: settings.hashPassword, verify: verifyPassword },
      requireEmailVerification: settings.requireVerifiedEmail,
      onExistingUserSignUp: ({ user }) => mails.alreadyRegistered(user),
      sendResetPassword: ({ user, token }) => mails.resetPassword(user, token),
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      onPasswordReset: ({ user }) => mails.passwordChanged(user),
    },
    emailVerification: {
      sendVerificationEmail: ({ user, token }) => mails.verifyEmail(user, token),
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: VERIFICATION_SECONDS,
    },
    user: { fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' } },
    session: {
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
    },
    account: {
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    // Stores only a hash of the token, so that a copy of the database opens no account.
    verification: {
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [
      twoFactor({
        // It would lock the owner out together with an attacker; rate-limits.ts distinguishes them.
        accountLockout: { enabled: false },
        twoFactorCookieMaxAge: SECOND_STEP_SECONDS,
        backupCodeOptions: { customBackupCodesGenerate: generateRecoveryCodes },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factor',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      bearer(),
    ],
  })
}

export type BetterAuth = ReturnType<typeof createBetterAuth>
