import type { Pool } from 'pg'
import type { Logger } from 'pino'

type AccountEvent =
  | 'signed-in'
  | 'signed-out'
  | 'password-changed'
  | 'password-reset'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'

export type AccessEvent =
  | { event: AccountEvent; area: 'shop' | 'admin'; userId: string }
  | { event: 'second-step-failed'; area: 'shop' | 'admin'; userId: string }
  | { event: 'sign-in-failed'; area: 'shop' | 'admin'; email: string }
  | { event: 'refused'; area: 'shop' | 'admin'; userId: string; method: string; path: string; reason: string }

type AccessLogDependencies = { pool: Pool; log: Pick<Logger, 'error'> }

const PATH_MAX_LENGTH = 200
const REASON_MAX_LENGTH = 100

/** Never throws (ADR-14). Stores no passwords or locations, and for a typed address only its account. */
export async function recordAccessEvent(
  { pool, log }: AccessLogDependencies,
  accessEvent: AccessEvent,
): Promise<void> {
  try {
    await insertEvent(pool, accessEvent)
  } catch (error) {
    const { event, area } = accessEvent
    log.error(
      { error, event, area, ...('userId' in accessEvent && { user: accessEvent.userId }) },
      'access event could not be recorded',
    )
  }
}

async function insertEvent(pool: Pool, accessEvent: AccessEvent) {
  const { event, area } = accessEvent
  if (accessEvent.event === 'sign-in-failed') {
    // One statement for known and unknown addresses, so that timing reveals nothing.
    await pool.query(
      `select public.record_access_event($1, $2, 'visitor', (select id from "user" where email = lower($3)))`,
      [event, area, accessEvent.email],
    )
    return
  }
  const details = accessEvent.event === 'refused' ? JSON.stringify(refusalDetails(accessEvent)) : null
  await pool.query('select public.record_access_event($1, $2, $3, $4, $5)', [
    event,
    area,
    actorKindOf(accessEvent),
    accessEvent.userId,
    details,
  ])
}

/** With only the password a user is not signed in, and a user refused in the back-office is not an administrator. */
function actorKindOf({ event, area }: AccessEvent): 'visitor' | 'customer' | 'admin' {
  if (event === 'second-step-failed') return 'visitor'
  return event === 'refused' || area === 'shop' ? 'customer' : 'admin'
}

const refusalDetails = ({ method, path, reason }: Extract<AccessEvent, { event: 'refused' }>) => ({
  method,
  path: path.slice(0, PATH_MAX_LENGTH),
  reason: reason.slice(0, REASON_MAX_LENGTH),
})
