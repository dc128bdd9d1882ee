import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { recordAccessEvent } from '#features/audit/record-access-event.server.ts'
import { createSessionCookies, type CookieSource } from './session-cookies.server.ts'
import { createSessionTokens } from './session-tokens.server.ts'
import {
  createSessionFinder,
  endReusedSession,
  endSession,
  openSession,
  renewSession,
  type SessionRow,
} from './session-queries.server.ts'
import { ACCESS_TOKEN_SECONDS, firstName, type SessionKind, type SessionUser } from '#shop/session.ts'

export type Session = {
  id: string
  user: SessionUser
  adminRole: AdministratorRole | null
  hasSecondFactor: boolean
  expires_at: string
}
export type ReadSession = { session: Session | null; setCookies: string[] }
export type OpenSession = { session: Session; setCookies: string[] }
export type Sessions = ReturnType<typeof createSessions>

type SessionsOptions = {
  pool: Pool
  secret: string
  publicUrl: string
  clock: () => Date
  log: Pick<Logger, 'warn' | 'error'>
}

export function createSessions({ pool, secret, publicUrl, clock, log }: SessionsOptions) {
  const cookies = createSessionCookies(publicUrl)
  const tokens = createSessionTokens(secret, clock)
  const findSession = createSessionFinder(pool)

  function issueSession(row: SessionRow): OpenSession {
    const now = clock().getTime()
    const expiry = row.expires_at.getTime()
    const accessExpiry = new Date(Math.min(now + ACCESS_TOKEN_SECONDS * 1000, expiry))
    const maxAgeSeconds = row.remembered ? Math.round((expiry - now) / 1000) : undefined
    const written = {
      access: tokens.writeAccess(row.id, accessExpiry),
      refresh: tokens.writeRefresh(row.id, row.generation),
    }
    return { session: toSession(row, accessExpiry), setCookies: cookies.session(written, maxAgeSeconds) }
  }

  const signedOutResult = (hasCookies: boolean): ReadSession => ({
    session: null,
    setCookies: hasCookies ? cookies.noSession() : [],
  })

  /** Checks the database each time, so that sign-out takes effect at once. Renews the access token for users without scripts. */
  async function read(source: CookieSource): Promise<ReadSession> {
    const cookieValues = cookies.read(source)
    if (!cookieValues.access && !cookieValues.refresh) return signedOutResult(cookieValues.isSignedIn)
    // A browser that signed out offline could delete the readable cookie only.
    if (!cookieValues.isSignedIn) return end(source)
    const access = tokens.readAccess(cookieValues.access)
    if (!access || access.isExpired) return renew(source)
    const row = await findSession(access.sessionId, clock())
    return row ? { session: toSession(row, access.expiresAt), setCookies: [] } : signedOutResult(true)
  }

  async function renew(source: CookieSource): Promise<ReadSession> {
    const cookieValues = cookies.read(source)
    const refresh = cookieValues.isSignedIn ? tokens.readRefresh(cookieValues.refresh) : undefined
    const row = refresh && (await renewSession(pool, refresh, clock()))
    if (row) return issueSession(row)
    // A refresh token that was replaced long ago can only be a copy: ends the session for all holders.
    if (refresh && (await endReusedSession(pool, refresh))) {
      log.warn({ session: refresh.sessionId }, 'outdated refresh token presented, session ended')
    }
    return signedOutResult(Boolean(cookieValues.access || cookieValues.refresh || cookieValues.isSignedIn))
  }

  /** Ends this session only. An expired access token may name it. */
  async function end(source: CookieSource): Promise<ReadSession> {
    const cookieValues = cookies.read(source)
    const sessionId =
      tokens.readAccess(cookieValues.access)?.sessionId ?? tokens.readRefresh(cookieValues.refresh)?.sessionId
    const ended = sessionId && (await endSession(pool, sessionId))
    if (ended) {
      const area = ended.is_admin_session ? 'admin' : 'shop'
      await recordAccessEvent({ pool, log }, { event: 'signed-out', area, userId: ended.user_id })
    }
    return signedOutResult(true)
  }

  return {
    read,
    renew,
    end,
    /** Turns the row that better-auth wrote at sign-in into a shop session. */
    async open(token: string, kind: SessionKind): Promise<OpenSession> {
      return issueSession(await openSession(pool, token, kind, clock()))
    },
    cookies,
    tokens,
    sweep: () => pool.query('delete from session where expires_at < $1', [clock()]),
  }
}

function toSession(row: SessionRow, accessExpiry: Date): Session {
  const { user_id: id, email, is_email_verified } = row
  const user = { id, email, is_email_verified, first_name: firstName(row.full_name ?? '') }
  return {
    id: row.id,
    user,
    adminRole: row.admin_role,
    hasSecondFactor: row.has_second_factor,
    expires_at: accessExpiry.toISOString(),
  }
}
