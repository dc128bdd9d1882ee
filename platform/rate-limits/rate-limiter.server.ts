import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import type { LimitedAction, RateLimits } from './rate-limits.ts'
import { createSigner } from './hmac-signer.server.ts'

export type RateLimitedAttempt = { limitedAction: LimitedAction; of: readonly string[] }
export type RateLimiter = ReturnType<typeof createRateLimiter>

type RateLimiterOptions = { pool: Pool; secret: string; clock: () => Date; limits: RateLimits }

/** Counts are in the database, so that limits hold across processes and restarts. */
export function createRateLimiter({ pool, secret, clock, limits }: RateLimiterOptions) {
  const { hmac } = createSigner(secret, 'rate limit')
  const keyOf = ({ limitedAction, of }: RateLimitedAttempt) => hmac([limitedAction, ...of].join('\n'))

  /** Takes one attempt of each limit; returns the seconds to wait if one is exhausted, otherwise 0. */
  async function take(...counted: RateLimitedAttempt[]): Promise<number> {
    for (const attempt of counted) {
      const wait = await takeOne(attempt)
      if (wait > 0) return wait
    }
    return 0
  }

  async function takeOne(counted: RateLimitedAttempt): Promise<number> {
    const { tries, everySeconds } = limits[counted.limitedAction]
    const now = clock()
    const values = [keyOf(counted), now, everySeconds]
    const taken = await pool.query(TAKE_ATTEMPT, [...values, tries])
    if (taken.rowCount) return 0
    const { rows } = await pool.query<{ wait: number }>(READ_WAIT, [...values, tries])
    return Math.max(1, Math.ceil(rows[0]?.wait ?? 0))
  }

  return {
    take,
    /** For procedures that count within their own transaction. */
    keyOf: (...of: string[]) => hmac(of.join('\n')),
    async returnAttempt(...counted: RateLimitedAttempt[]) {
      for (const attempt of counted)
        await pool.query(REFUND_ATTEMPT, [keyOf(attempt), limits[attempt.limitedAction].everySeconds])
    },
    async forget(counted: RateLimitedAttempt) {
      await pool.query('delete from rate_limit where key = $1', [keyOf(counted)])
    },
    async sweep() {
      await pool.query('delete from rate_limit where used_until < $1', [clock()])
    },
  }
}

/** A later time than all attempts allow was written by a clock that ran ahead; clocks of nodes differ by less than an hour. */
const USED_UNTIL = `
  case when known.used_until > $2::timestamptz + make_interval(secs => $3 * $4::int) + interval '1 hour' then $2
       else greatest(known.used_until, $2) end`

/** Simultaneous attempts may be counted in another order than their clocks were read, so the last may have the earlier time. */
const SAME_MOMENT = `interval '0.5 seconds'`

/** One statement checks and counts, so that concurrent attempts cannot exceed the limit. */
const TAKE_ATTEMPT = `
insert into rate_limit as known (key, used_until)
values ($1, $2::timestamptz + make_interval(secs => $3))
on conflict (key) do update set used_until = ${USED_UNTIL} + make_interval(secs => $3)
 where ${USED_UNTIL} + make_interval(secs => $3)
       <= $2::timestamptz + make_interval(secs => $3 * $4::int) + ${SAME_MOMENT}`

const READ_WAIT = `
select extract(epoch from used_until - $2::timestamptz)::float8 - $3 * ($4::int - 1) as wait
  from rate_limit where key = $1`

const REFUND_ATTEMPT = `update rate_limit set used_until = used_until - make_interval(secs => $2) where key = $1`

/** An IPv6 customer has a whole /64, so that prefix counts as one address. */
export function rateLimitAddress(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::')
  const leadingGroups = head.split(':').filter(Boolean)
  const trailingGroups = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, 8 - leadingGroups.length - trailingGroups.length)).fill('0')
  const groups = tail === undefined ? leadingGroups : [...leadingGroups, ...zeros, ...trailingGroups]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
