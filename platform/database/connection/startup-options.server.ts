import type { ClientBase } from 'pg'
import { DatabaseStartupError } from './database-error.server.ts'
import { DatabaseUnavailableError } from './database-unavailable.server.ts'
import { describeLocation } from './database-url.server.ts'

export const ROLE_QUERY = `
  select current_user as role, current_setting('search_path') as "searchPath", pg_is_in_recovery() as "isStandby"`

export type ConnectionRole = { role: string; searchPath: string }

/** Uses startup options, so that no query can run before they apply. */
export function withOptions(connectionString: string, settings: Record<string, string>): string {
  const url = new URL(connectionString)
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...ours].join(' ').trim())
  return url.href
}

/**
 * A pooler may drop the startup options, and queries would run as the owner of all tables. Throws {@link DatabaseStartupError}, or {@link
 * DatabaseUnavailableError} if the address leads to a standby, as during a failover.
 */
export async function checkRole(
  client: ClientBase,
  expected: ConnectionRole,
  connectionString: string,
  describe = droppedOptionsError,
): Promise<void> {
  const { rows } = await client.query<ConnectionRole & { isStandby: boolean }>(ROLE_QUERY)
  const { role = 'nobody', searchPath = '', isStandby = false } = rows[0] ?? {}
  if (isStandby) throw standbyError(connectionString)
  if (role === expected.role && searchPath === expected.searchPath) return
  throw describe(
    connectionString,
    role === expected.role
      ? `search_path ${searchPath} instead of ${expected.searchPath}`
      : `the role ${role} instead of ${expected.role}`,
  )
}

const STARTUP_MARKER = 'ninth_bend.start'

/** The owner's connection has no role; a custom setting shows whether startup options arrive. */
export const withStartupMarker = (connectionString: string): string =>
  withOptions(connectionString, { [STARTUP_MARKER]: 'yes' })

/** Throws {@link DatabaseStartupError} if the option did not arrive. */
export async function checkStartupMarker(client: ClientBase, connectionString: string): Promise<void> {
  const { rows } = await client.query<{ marker: string | null }>(
    `select current_setting('${STARTUP_MARKER}', true) as marker`,
  )
  if (rows[0]?.marker !== 'yes') throw droppedOptionsError(connectionString, 'none of the options asked for')
}

export const standbyError = (connectionString: string) =>
  new DatabaseUnavailableError(
    `The database at ${describeLocation(connectionString)} is a standby, which accepts no writes.`,
  )

export const lostRoleError = (connectionString: string, what: string) =>
  new DatabaseStartupError(
    `The pooler at ${describeLocation(connectionString)} gave a connection ${what}: it keeps a session that has lost the role of its login, or one of before the login was made. ` +
      'Nothing is asked through it. Restart the pooler; deploy/pgbouncer/pgbouncer.ini is a tested configuration.',
  )

const droppedOptionsError = (connectionString: string, what: string) =>
  new DatabaseStartupError(
    `The database at ${describeLocation(connectionString)} gave a connection ${what}: a pooler on the way drops the start-up parameter 'options' ` +
      '(PgBouncer: ignore_startup_parameters). Nothing is asked through it. Connect this address to PostgreSQL itself; for a pooler set DATABASE_MIGRATION_URL too.',
  )
