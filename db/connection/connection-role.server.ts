import type { ClientBase } from 'pg'
import { DatabaseStartupError } from './database-error.server.ts'

/** Asked of every new connection before anything else. */
export const ROLE_QUERY = `select current_user as role, current_setting('search_path') as "searchPath"`

/** What the options of a connection have made of it. */
export type ConnectionRole = { role: string; searchPath: string }

/** Settings travel with the connection's start-up, so that no query can ever run before them. */
export function withOptions(connectionString: string, settings: Record<string, string>): string {
  const url = new URL(connectionString)
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...ours].join(' ').trim())
  return url.href
}

/**
 * Asks a new connection who it is, before anything else is asked through it. A pooler may drop the options of the start-up,
 * and the connection would then serve as the owner of all tables. Throws {@link DatabaseProblem}.
 */
export async function checkRole(client: ClientBase, expected: ConnectionRole, connectionString: string): Promise<void> {
  const { rows } = await client.query<ConnectionRole>(ROLE_QUERY)
  const { role = 'nobody', searchPath = '' } = rows[0] ?? {}
  if (role === expected.role && searchPath === expected.searchPath) return
  throw droppedOptionsError(connectionString, role === expected.role ? `search_path ${searchPath} instead of ${expected.searchPath}` : `the role ${role} instead of ${expected.role}`)
}

const STARTUP_MARKER = 'ninth_bend.start'

/** For the owner's connection, which takes on no role: an option that says nothing but that options come through. */
export const withStartupMarker = (connectionString: string): string => withOptions(connectionString, { [STARTUP_MARKER]: 'yes' })

/** Throws {@link DatabaseProblem} where the option of {@link withStartupMarker} did not come through. */
export async function checkStartupMarker(client: ClientBase, connectionString: string): Promise<void> {
  const { rows } = await client.query<{ marker: string | null }>(`select current_setting('${STARTUP_MARKER}', true) as marker`)
  if (rows[0]?.marker !== 'yes') throw droppedOptionsError(connectionString, 'none of the options asked for')
}

const droppedOptionsError = (connectionString: string, what: string) =>
  new DatabaseStartupError(
    `The database at ${describeLocation(connectionString)} gave a connection ${what}: a pooler on the way drops the start-up parameter 'options' ` +
      '(PgBouncer: ignore_startup_parameters). Nothing is asked through it. Connect DATABASE_URL to PostgreSQL itself.',
  )

/** Host, port and database, never the password. */
export function describeLocation(connectionString: string): string {
  const url = new URL(connectionString)
  return `${url.searchParams.get('host') ?? url.hostname}:${url.port || '5432'}${url.pathname}`
}
