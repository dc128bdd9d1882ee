import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { recordAccessEvent } from '#shop/audit/record-access-event.server.ts'
import { createSessionCookies, type CookieSource } from './session-cookies.server.ts'
import { createSessionTokens } from './session-tokens.server.ts'
import {
  endReusedSession, endSession, findSession, openSession, renewSession, type SessionRow,
} from './session-queries.server.ts'
import { ACCESS_TOKEN_SECONDS, firstName, type SessionKind, type SessionUser } from './session.ts'

export type Session = { id: string; user: SessionUser; isAdmin: boolean; expires_at: string }
/** Who a request comes from, and the cookies that its answer has to set. */
export type ReadSession = { session: Session | null; setCookies: string[] }
export type OpenSession = { session: Session; setCookies: string[] }
export type Sessions = ReturnType<typeof createSessions>

type SessionsOptions = { pool: Pool; secret: string; publicUrl: string; clock: () => Date; log: Pick<Logger, 'warn' | 'error'> }

/** Sessions over better-auth's session table: opened, read at every request, renewed, ended. */
export function createSessions({ pool, secret, publicUrl, clock, log }: SessionsOptions) {
  const cookies = createSessionCookies(publicUrl)
  const tokens = createSessionTokens(secret, clock)

  /** Cookies for a session, and what the browser may know of it. */
  function issueSession(row: SessionRow): OpenSession {
    const now = clock().getTime()
    const expiry = row.expires_at.getTime()
    const accessExpiry = new Date(Math.min(now + ACCESS_TOKEN_SECONDS * 1000, expiry))
    const maxAgeSeconds = row.remembered ? Math.round((expiry - now) / 1000) : undefined
    const written = { access: tokens.writeAccess(row.id, accessExpiry), refresh: tokens.writeRefresh(row.id, row.generation) }
    return { session: toSession(row, accessExpiry), setCookies: cookies.session(written, maxAgeSeconds) }
  }

  const signedOutResult = (hasCookies: boolean): ReadSession => ({ session: null, setCookies: hasCookies ? cookies.noSession() : [] })

  /**
   * Who asks, settled by the database at every request: a session that was signed out, has run out or lost its role
   * counts from the very next request on, whatever its access part still says. An access part that ran out is
   * renewed on the way, so that people without scripts stay signed in.
   */
  async function read(source: CookieSource): Promise<ReadSession> {
    const cookieValues = cookies.read(source)
    if (!cookieValues.access && !cookieValues.refresh) return signedOutResult(cookieValues.isSignedIn)
    // A browser that signed out while the network was gone could drop only the readable cookie: that settles it.
    if (!cookieValues.isSignedIn) return end(source)
    const access = tokens.readAccess(cookieValues.access)
    if (!access || access.isExpired) return renew(source)
    const row = await findSession(pool, access.sessionId, clock())
    return row ? { session: toSession(row, access.expiresAt), setCookies: [] } : signedOutResult(true)
  }

  async function renew(source: CookieSource): Promise<ReadSession> {
    const cookieValues = cookies.read(source)
    const refresh = cookieValues.isSignedIn ? tokens.readRefresh(cookieValues.refresh) : undefined
    const row = refresh && (await renewSession(pool, refresh, clock()))
    if (row) return issueSession(row)
    // A refresh part that was replaced long ago can only be a copy: the session ends for everybody who holds it.
    if (refresh && (await endReusedSession(pool, refresh))) {
      log.warn({ session: refresh.sessionId }, 'an outdated refresh part was shown')
    }
    return signedOutResult(Boolean(cookieValues.access || cookieValues.refresh || cookieValues.isSignedIn))
  }

  /** Signs this browser out, and only it (local scope). An access part that ran out will do to name the session. */
  async function end(source: CookieSource): Promise<ReadSession> {
    const cookieValues = cookies.read(source)
    const sessionId = tokens.readAccess(cookieValues.access)?.sessionId ?? tokens.readRefresh(cookieValues.refresh)?.sessionId
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
    /** Makes the row that better-auth wrote at sign-in a session of the shop. */
    async open(token: string, kind: SessionKind): Promise<OpenSession> {
      return issueSession(await openSession(pool, token, kind, clock()))
    },
    cookies,
    tokens,
    sweep: () => pool.query('delete from session where expires_at < $1', [clock()]),
  }
}

function toSession(row: SessionRow, accessExpiry: Date): Session {
  const user = { id: row.user_id, email: row.email, first_name: firstName(row.full_name ?? '') }
  return { id: row.id, user, isAdmin: row.is_admin, expires_at: accessExpiry.toISOString() }
}
