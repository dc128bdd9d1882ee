import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { recordAccess } from '#shop/audit/record-access-event.server.ts'
import { createSessionCookies, type CookieSource } from './session-cookies.server.ts'
import { createSessionParts } from './session-tokens.server.ts'
import {
  endCopiedSession, endSession, findSession, openSession, renewSession, type SessionRow,
} from './session-queries.server.ts'
import { ACCESS_PART_SECONDS, firstName, type SessionKind, type SessionUser } from './session.ts'

export type Session = { id: string; user: SessionUser; isAdmin: boolean; expires_at: string }
/** Who a request comes from, and the cookies that its answer has to set. */
export type ReadSession = { session: Session | null; setCookies: string[] }
export type OpenSession = { session: Session; setCookies: string[] }
export type Sessions = ReturnType<typeof createSessions>

type Parts = { pool: Pool; secret: string; publicUrl: string; clock: () => Date; log: Pick<Logger, 'warn' | 'error'> }

/** Sessions of D7 over better-auth's session table: opened, read at every request, renewed, ended. */
export function createSessions({ pool, secret, publicUrl, clock, log }: Parts) {
  const cookies = createSessionCookies(publicUrl)
  const parts = createSessionParts(secret, clock)

  /** Cookies for a session, and what the browser may know of it. */
  function grant(row: SessionRow): OpenSession {
    const now = clock().getTime()
    const over = row.expires_at.getTime()
    const accessEnd = new Date(Math.min(now + ACCESS_PART_SECONDS * 1000, over))
    const keepSeconds = row.remembered ? Math.round((over - now) / 1000) : undefined
    const written = { access: parts.writeAccess(row.id, accessEnd), refresh: parts.writeRefresh(row.id, row.generation) }
    return { session: toSession(row, accessEnd), setCookies: cookies.session(written, keepSeconds) }
  }

  const nobody = (isHolding: boolean): ReadSession => ({ session: null, setCookies: isHolding ? cookies.noSession() : [] })

  /**
   * Who asks, settled by the database at every request: a session that was signed out, has run out or lost its role
   * counts from the very next request on, whatever its access part still says. An access part that ran out is
   * renewed on the way, so that people without scripts stay signed in.
   */
  async function read(source: CookieSource): Promise<ReadSession> {
    const held = cookies.read(source)
    if (!held.access && !held.refresh) return nobody(held.isSignedIn)
    // A browser that signed out while the network was gone could drop only the readable cookie: that settles it.
    if (!held.isSignedIn) return end(source)
    const access = parts.readAccess(held.access)
    if (!access || access.isExpired) return renew(source)
    const row = await findSession(pool, access.sessionId, clock())
    return row ? { session: toSession(row, access.expiresAt), setCookies: [] } : nobody(true)
  }

  async function renew(source: CookieSource): Promise<ReadSession> {
    const held = cookies.read(source)
    const refresh = held.isSignedIn ? parts.readRefresh(held.refresh) : undefined
    const row = refresh && (await renewSession(pool, refresh, clock()))
    if (row) return grant(row)
    // A refresh part that was replaced long ago can only be a copy: the session ends for everybody who holds it.
    if (refresh && (await endCopiedSession(pool, refresh))) {
      log.warn({ session: refresh.sessionId }, 'an outdated refresh part was shown')
    }
    return nobody(Boolean(held.access || held.refresh || held.isSignedIn))
  }

  /** Signs this browser out, and only it (§7: local scope). An access part that ran out will do to name the session. */
  async function end(source: CookieSource): Promise<ReadSession> {
    const held = cookies.read(source)
    const sessionId = parts.readAccess(held.access)?.sessionId ?? parts.readRefresh(held.refresh)?.sessionId
    const ended = sessionId && (await endSession(pool, sessionId))
    if (ended) {
      const area = ended.for_administration ? 'admin' : 'shop'
      await recordAccess({ pool, log }, { event: 'signed-out', area, userId: ended.user_id })
    }
    return nobody(true)
  }

  return {
    read,
    renew,
    end,
    /** Makes the row that better-auth wrote at sign-in a session of the shop. */
    async open(token: string, kind: SessionKind): Promise<OpenSession> {
      return grant(await openSession(pool, token, kind, clock()))
    },
    cookies,
    parts,
    sweep: () => pool.query('delete from session where expires_at < $1', [clock()]),
  }
}

function toSession(row: SessionRow, accessEnd: Date): Session {
  const user = { id: row.user_id, email: row.email, first_name: firstName(row.full_name ?? '') }
  return { id: row.id, user, isAdmin: row.is_admin, expires_at: accessEnd.toISOString() }
}
