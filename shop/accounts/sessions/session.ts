const HOUR = 60 * 60
const DAY = 24 * HOUR

/** The access part of a session is good for this long; then the refresh part renews it. */
export const ACCESS_TOKEN_SECONDS = HOUR

/** A session ends when it was not used for `idle`, and in any case `whole` after the sign-in. */
export const SESSION_SECONDS = {
  /** Remember-me unticked: the browser forgets it when it closes, and so does the server after a day. */
  browser: { idle: DAY, absolute: 7 * DAY },
  remembered: { idle: 30 * DAY, absolute: 180 * DAY },
  administration: { idle: 12 * HOUR, absolute: DAY },
} as const
export type SessionKind = keyof typeof SESSION_SECONDS

/** A refresh part is replaced at the first renewal after this time, so that a stolen one is found out. */
export const REFRESH_TOKEN_ROTATION_SECONDS = 10 * 60
/** Requests that were under way while it was replaced may still show the old one. */
export const REFRESH_TOKEN_GRACE_SECONDS = 60

/** Readable by scripts and no secret: tells a page that it is worth asking who is signed in, and nothing else. */
export const SIGNED_IN_COOKIE = 'signed-in'
/** No script can read these; over https each is prefixed with `__Host-`. */
export const HTTP_ONLY_COOKIES = {
  access: 'ninth-bend-access',
  refresh: 'ninth-bend-refresh',
  device: 'ninth-bend-device',
  secondStep: 'ninth-bend-second-step',
} as const

export type SessionUser = { id: string; email: string; first_name: string | null }
/** What /api/session answers; `expires_at` is the end of the access part. */
export type SessionAnswer = { user: SessionUser; expires_at: string } | { user: null; expires_at: null }
export const NO_SESSION: SessionAnswer = { user: null, expires_at: null }

/** 'Anu Mathew' → 'Anu'; the menu says 'Account' where there is no name. */
export const firstName = (fullName: string): string | null => fullName.trim().split(/\s+/)[0] || null
