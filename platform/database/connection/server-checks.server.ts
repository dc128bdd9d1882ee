import { setTimeout as pause } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import { DatabaseUnavailableError } from './database-unavailable.server.ts'
import { describeLocation } from './database-url.server.ts'
import { checkStartupMarker, standbyError, withStartupMarker } from './startup-options.server.ts'
import { DatabaseStartupError } from './database-error.server.ts'

const OLDEST_MAJOR = 15
const STARTUP_TIMEOUT_SECONDS = 30
const CONNECT_TIMEOUT_MS = 10_000
const WAIT_CHECK_TIMEOUT_MS = 2_000
const CANNOT_CONNECT_NOW = '57P03'

/** Waits up to 30 s while the server starts or is promoted. Throws {@link DatabaseStartupError}, also for an unsupported version. */
export async function openCheckedClient(connectionString: string): Promise<Client> {
  const giveUpAt = Date.now() + STARTUP_TIMEOUT_SECONDS * 1000
  for (;;) {
    const client = new Client({
      connectionString: withStartupMarker(connectionString),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
    // The pending query rejects; an unhandled error event would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      await checkStartupMarker(client, connectionString)
      await checkServerVersion(client, connectionString)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      const { code, message } = error as DatabaseError
      // A proxy without a reachable server, as in a failover, accepts a connection and closes it.
      const isStarting =
        code === CANNOT_CONNECT_NOW ||
        code === 'ECONNRESET' ||
        message.startsWith('Connection terminated') ||
        error instanceof DatabaseUnavailableError
      if (!isStarting || Date.now() > giveUpAt) throw toConnectionError(error, connectionString)
      await pause(250)
    }
  }
}

/**
 * What other sessions of this user have waited for during the last seconds, by PostgreSQL's names (`SyncRep`:
 * a synchronous standby). Empty if the server does not answer.
 */
export async function listWaitEvents(connectionString: string): Promise<string[]> {
  const client = new Client({
    connectionString: withStartupMarker(connectionString),
    connectionTimeoutMillis: WAIT_CHECK_TIMEOUT_MS,
    query_timeout: WAIT_CHECK_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ wait_event: string }>(`
      select distinct wait_event from pg_stat_activity
       where datname = current_database() and usename = current_user and state = 'active'
         and wait_event_type in ('IPC', 'Lock') and query_start < clock_timestamp() - interval '3 seconds'
       order by 1`)
    return rows.map(({ wait_event }) => wait_event)
  } catch {
    return []
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkServerVersion(client: Client, connectionString: string) {
  const { rows } = await client.query<{ number: number; version: string; isStandby: boolean }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            pg_is_in_recovery() as "isStandby"`,
  )
  if (rows[0]?.isStandby) throw standbyError(connectionString)
  const problem = rows[0] && versionError(rows[0], connectionString)
  if (problem) throw problem
}

export function versionError(
  { number, version }: { number: number; version: string },
  connectionString: string,
) {
  if (number >= OLDEST_MAJOR * 10_000) return null
  return new DatabaseStartupError(
    `The database at ${describeLocation(connectionString)} is PostgreSQL ${version}, which is too old. Use PostgreSQL ${OLDEST_MAJOR} or newer.`,
  )
}

/** Excludes connections reserved for superusers. */
export async function readConnectionLimit(connectionString: string): Promise<number> {
  const client = await openCheckedClient(connectionString)
  try {
    const { rows } = await client.query<{ count: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - coalesce(current_setting('reserved_connections', true), '0')::int as count`,
    )
    return rows[0]!.count
  } finally {
    await client.end()
  }
}

/** A single process cannot lower PROCESSES. */
export function connectionLimitError(
  { processes, needed, available }: Record<'processes' | 'needed' | 'available', number>,
  connectionString: string,
) {
  if (processes === 1 || needed <= available) return null
  return new DatabaseStartupError(
    `The database at ${describeLocation(connectionString)} lets in ${available} connections, and PROCESSES=${processes} may need ${needed}. Lower PROCESSES, or raise max_connections.`,
  )
}

const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Start that PostgreSQL, or correct DATABASE_URL.',
  ENOENT: 'its socket does not exist. Start that PostgreSQL, or correct DATABASE_URL.',
  ENOTFOUND: 'no machine has that name. Correct DATABASE_URL.',
  EAI_AGAIN: 'its name could not be looked up. Check the network, or correct DATABASE_URL.',
  EHOSTUNREACH: 'that machine cannot be reached. Check the network, or correct DATABASE_URL.',
  ETIMEDOUT: 'it does not answer. Check the network, or correct DATABASE_URL.',
  '28P01': 'it refuses the password. Correct DATABASE_URL.',
  '28000': 'it refuses this user. Correct DATABASE_URL, or allow the user in pg_hba.conf.',
  '3D000': 'that database does not exist. Create it, or correct DATABASE_URL.',
  '08P01':
    "a pooler on the way does not take the start-up parameter 'options'. Connect this address to PostgreSQL itself; for a pooler set DATABASE_MIGRATION_URL too.",
  '53300': 'all its connections are taken. Raise max_connections, or stop other programs.',
  '57P03': 'it is still starting or shutting down. Try again in a moment.',
}

/** A pooler has its own list of users and reports most problems with one code. */
const POOLER_LOGINS =
  'the pooler refuses a login of the shop. Give its four logins (the user of DATABASE_URL followed by _visitor, _acting, _worker or _accounts) to the pooler, with the password of DATABASE_URL.'
const POOLER_ADVICE: Record<string, string> = {
  '08P01': POOLER_LOGINS,
  '28P01': POOLER_LOGINS,
  '28000': POOLER_LOGINS,
}

/** Returns one line that says what to do; unknown errors are returned unchanged. */
export function toConnectionError(
  error: unknown,
  connectionString: string,
  { isPooled = false } = {},
): unknown {
  if (error instanceof DatabaseStartupError) return error
  if (error instanceof DatabaseUnavailableError)
    return new DatabaseStartupError(`${error.message} Promote it, or correct DATABASE_URL.`, { cause: error })
  const { code = '', message } = error as NodeJS.ErrnoException
  const isTimeout = /timeout/i.test(message)
  const known = (isPooled && POOLER_ADVICE[code]) || ADVICE[isTimeout ? 'ETIMEDOUT' : code]
  if (!known && !code && !/ssl|certificate|password|connection/i.test(message)) return error
  return new DatabaseStartupError(
    `The database at ${describeLocation(connectionString)} cannot be used: ${known ?? `${message}. Correct DATABASE_URL.`}`,
    { cause: error },
  )
}
