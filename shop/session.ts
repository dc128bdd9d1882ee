const HOUR = 60 * 60
const DAY = 24 * HOUR

export const ACCESS_TOKEN_SECONDS = HOUR

/** A session ends after `idle` seconds without use, and in any case after `absolute`. */
export const SESSION_SECONDS = {
  /** Without "remember me": a session cookie in the browser. */
  browser: { idle: DAY, absolute: 7 * DAY },
  remembered: { idle: 30 * DAY, absolute: 180 * DAY },
  administration: { idle: 12 * HOUR, absolute: DAY },
} as const
export type SessionKind = keyof typeof SESSION_SECONDS

/** An older refresh token is replaced when used, so that a stolen copy is detected. */
export const REFRESH_TOKEN_ROTATION_SECONDS = 10 * 60
/** Concurrent requests may present the previous token for this long. */
export const REFRESH_TOKEN_GRACE_SECONDS = 60

/** Readable by scripts and not secret: pages without it need not request the session. */
export const SIGNED_IN_COOKIE = 'signed-in'
/** Set from the response that deletes an account until the next page has cleared browser storage. */
export const ACCOUNT_ERASED_COOKIE = 'account-erased'
export const HTTP_ONLY_COOKIES = {
  access: 'ninth-bend-access',
  refresh: 'ninth-bend-refresh',
  device: 'ninth-bend-device',
  secondStep: 'ninth-bend-second-step',
} as const

export type SessionUser = { id: string; email: string; is_email_verified: boolean; first_name: string | null }
/** `expires_at` is the end of the access token. */
export type SessionAnswer = { user: SessionUser; expires_at: string } | { user: null; expires_at: null }
export const SESSION_PATH = '/api/session'
/** Where sign-out leads; the home page then says so. */
export const SIGNED_OUT_PATH = '/?notice=signed-out'

export const NO_SESSION: SessionAnswer = { user: null, expires_at: null }

export const firstName = (fullName: string): string | null => fullName.trim().split(/\s+/)[0] || null
