import type { Pool } from 'pg'
import { createPreparedStatements } from '#platform/database/connection/prepared-statements.server.ts'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import {
  REFRESH_TOKEN_GRACE_SECONDS,
  REFRESH_TOKEN_ROTATION_SECONDS,
  SESSION_SECONDS,
  type SessionKind,
} from '#shop/session.ts'

export type SessionRow = {
  id: string
  user_id: string
  email: string
  is_email_verified: boolean
  full_name: string | null
  /** Set only for a session opened at /admin, while the administrator has the role and is not suspended. */
  admin_role: AdministratorRole | null
  has_second_factor: boolean
  remembered: boolean
  generation: number
  expires_at: Date
}

type PresentedRefreshToken = { sessionId: string; generation: number }

const SESSION_COLUMNS = `
  session.id, session.remembered, session.generation, session.expires_at,
  person.id as user_id, person.email, person.email_verified as is_email_verified, coalesce(person.two_factor_enabled, false) as has_second_factor, profile.full_name,
  case when session.is_admin_session and administrator.suspended_at is null then administrator.role end as admin_role`
const USER_JOINS = `
  join "user" person on person.id = session.user_id
  left join public.user_profiles profile on profile.user_id = person.id
  left join administrator on administrator.user_id = person.id`

const FIND_SESSION = `select ${SESSION_COLUMNS} from session ${USER_JOINS} where session.id = $1 and session.expires_at > $2`

/** Runs on every request of a signed-in user: one prepared join on primary keys. A pooler may lose prepared statements. */
export function createSessionFinder(pool: Pool) {
  const runPrepared = createPreparedStatements()
  return async (sessionId: string, now: Date): Promise<SessionRow | undefined> => {
    const { rows } = await runPrepared(FIND_SESSION, (name) =>
      pool.query<SessionRow>({ ...(name && { name }), text: FIND_SESSION, values: [sessionId, now] }),
    )
    return rows[0]
  }
}

export async function openSession(
  pool: Pool,
  token: string,
  kind: SessionKind,
  now: Date,
): Promise<SessionRow> {
  const { idle, absolute } = SESSION_SECONDS[kind]
  const { rows } = await pool.query<SessionRow>(
    `with session as (
       update session set created_at = $2, updated_at = $2, generation_started_at = $2,
              idle = make_interval(secs => $3), expires_at = $2::timestamptz + make_interval(secs => $3),
              absolute_expires_at = $2::timestamptz + make_interval(secs => $4), remembered = $5, is_admin_session = $6
        where token = $1 returning *)
     select ${SESSION_COLUMNS} from session ${USER_JOINS}`,
    [token, now, idle, absolute, kind === 'remembered', kind === 'administration'],
  )
  if (!rows[0])
    throw new Error('The session that better-auth opened was deleted before it could be used. Sign in again.')
  return rows[0]
}

/** Replaces a refresh token older than some minutes; concurrent requests with the previous one get the same new one. */
export async function renewSession(
  pool: Pool,
  presented: PresentedRefreshToken,
  now: Date,
): Promise<SessionRow | undefined> {
  const isDue = `held.generation = $2 and held.generation_started_at <= $3::timestamptz - make_interval(secs => $4)`
  const { rows } = await pool.query<SessionRow>(
    `with session as (
       update session as held
          set generation = case when ${isDue} then held.generation + 1 else held.generation end,
              generation_started_at = case when ${isDue} then $3 else held.generation_started_at end,
              expires_at = least($3::timestamptz + held.idle, held.absolute_expires_at), updated_at = $3
        where held.id = $1 and held.expires_at > $3
          and (held.generation = $2
               or held.generation = $2 + 1 and held.generation_started_at > $3::timestamptz - make_interval(secs => $5))
       returning held.*)
     select ${SESSION_COLUMNS} from session ${USER_JOINS}`,
    [
      presented.sessionId,
      presented.generation,
      now,
      REFRESH_TOKEN_ROTATION_SECONDS,
      REFRESH_TOKEN_GRACE_SECONDS,
    ],
  )
  return rows[0]
}

/** Ends a session whose outdated refresh token was presented; returns whether it ended one. */
export async function endReusedSession(
  pool: Pool,
  { sessionId, generation }: PresentedRefreshToken,
): Promise<boolean> {
  const ended = await pool.query('delete from session where id = $1 and generation > $2', [
    sessionId,
    generation,
  ])
  return ended.rowCount === 1
}

export type EndedSession = { user_id: string; is_admin_session: boolean }

export async function endSession(pool: Pool, sessionId: string): Promise<EndedSession | undefined> {
  const { rows } = await pool.query<EndedSession>(
    'delete from session where id = $1 returning user_id, is_admin_session',
    [sessionId],
  )
  return rows[0]
}
