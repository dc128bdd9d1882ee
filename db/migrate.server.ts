import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { describeLocation } from './connection/database-url.server.ts'
import { DatabaseStartupError } from './connection/database-error.server.ts'
import { openCheckedClient } from './connection/server-checks.server.ts'
import { applySearchWords } from './search-words.server.ts'

type SqlFile = { name: string; path: string; sql: string; sha256: string }

const MIGRATION_LOCK = 9_2026_1121
/** A migrating node is never idle this long; such a holder is a connection that a pooler left open. */
const MAX_HOLDER_IDLE_SECONDS = 15
const LOCK_TIMEOUT_SECONDS = 600
const LOCK_POLL_INTERVAL_MS = 200
const ROLE_ATTEMPTS = 5
const DEADLOCK = '40P01'
const DEADLOCK_ATTEMPTS = 5
export const SHOP_ROLES =
  'ninth_bend_visitor, ninth_bend_customer, ninth_bend_checkout, ninth_bend_admin, ninth_bend_packer, ninth_bend_worker, ninth_bend_accounts'

/**
 * Applies roles, new migrations (each in its own transaction) and, if they changed, triggers, procedures and policies.
 * Several nodes may call it at once. Throws {@link DatabaseStartupError} if applied migrations differ or an idle lock remains.
 */
export async function migrate(
  connectionString: string,
  { directory = import.meta.dirname, maxHolderIdleSeconds = MAX_HOLDER_IDLE_SECONDS } = {},
): Promise<void> {
  const client = await openCheckedClient(connectionString)
  try {
    await client.query(
      `set search_path = public; set client_min_messages = warning; set statement_timeout = 0`,
    )
    await acquireMigrationLock(client, connectionString, maxHolderIdleSeconds)
    await createRoles(client, directory)
    await client.query(MIGRATION_TABLES)
    await runMigrations(client, directory)
    await applyDefinitions(client, directory)
    await applySearchWords(client, directory)
    // A pooler may keep the connection open.
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    await client.end()
  }
}

type Holder = { pid: number; application: string; idle_seconds: number | null }

async function acquireMigrationLock(
  client: pg.Client,
  connectionString: string,
  maxHolderIdleSeconds: number,
) {
  const giveUpAt = Date.now() + LOCK_TIMEOUT_SECONDS * 1000
  for (;;) {
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.is_mine) return
    const [holder] = (await client.query<Holder>(LOCK_HOLDER, [MIGRATION_LOCK])).rows
    if (holder && ((holder.idle_seconds ?? 0) >= maxHolderIdleSeconds || Date.now() > giveUpAt))
      throw lockHeldError(connectionString, holder)
    await pause(LOCK_POLL_INTERVAL_MS)
  }
}

/** PostgreSQL hides the state of other users' connections; those never count as idle. */
const LOCK_HOLDER = `
  select a.pid, coalesce(nullif(a.application_name, ''), 'no name') as application,
         case when a.state like 'idle%' then extract(epoch from clock_timestamp() - a.state_change)::float8 end as idle_seconds
    from pg_locks l join pg_stat_activity a using (pid)
   where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and (l.classid::int8 << 32) + l.objid::int8 = $1
     and l.database = (select oid from pg_database where datname = current_database())`

const lockHeldError = (connectionString: string, { pid, application }: Holder) =>
  new DatabaseStartupError(
    `The database at ${describeLocation(connectionString)} is locked for another start by connection ${pid} (${application}), which does nothing: a pooler may have kept it. ` +
      `Restart the pooler, or run: select pg_terminate_backend(${pid});`,
  )

/** Only the shop's own user can read this schema. */
const MIGRATION_TABLES = `
  create schema if not exists ninth_bend;
  create table if not exists ninth_bend.migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now());
  create table if not exists ninth_bend.definitions (
    only_row boolean primary key default true check (only_row), sha256 text not null, applied_at timestamptz not null default now())`

async function createRoles(client: pg.Client, directory: string) {
  const file = readSql(directory, 'roles.sql')
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.query(file.sql)
    } catch (error) {
      const { code, message } = error as pg.DatabaseError
      if (code === '42501') throw missingRolePrivilegeError(client)
      // All databases of a server share the roles; another one may be creating them at the same time.
      if (attempt === ROLE_ATTEMPTS || !/concurrently updated/.test(message))
        throw withFileLocation(file, error)
    }
  }
}

const missingRolePrivilegeError = ({ user = '' }: pg.Client) =>
  new DatabaseStartupError(
    `The database user ${user} may not make or take on the shop's roles. Have an administrator run db/roles.sql, and then: GRANT ${SHOP_ROLES} TO "${user}";`,
  )

async function runMigrations(client: pg.Client, directory: string): Promise<void> {
  const files = listSql(directory, 'migrations')
  const { rows: applied } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from ninth_bend.migrations order by name',
  )
  if (applied.some(({ name }) => name === FIRST_PRERELEASE_MIGRATION)) throw prereleaseDatabaseError()
  for (const { name, sha256 } of applied) {
    const file = files.find((candidate) => candidate.name === name)
    if (!file) throw versionMismatchError(`it has the migration ${name}, which this version does not know`)
    if (file.sha256 !== sha256)
      throw versionMismatchError(`its migration ${name} differs from the one of this version`)
  }
  const pending = files.filter(({ name }) => !applied.some((migration) => migration.name === name))
  const last = applied.at(-1)?.name ?? ''
  for (const file of pending) {
    if (file.name < last) {
      throw new DatabaseStartupError(
        `Migration ${file.name} comes before ${last}, which already ran. Give it a higher number.`,
      )
    }
    await inTransaction(client, async () => {
      await runFile(client, file)
      await client.query('insert into ninth_bend.migrations (name, sha256) values ($1, $2)', [
        file.name,
        file.sha256,
      ])
      // New tables need their policies: even if this process ends here, the next start applies them.
      await client.query('delete from ninth_bend.definitions')
    })
  }
}

/** Databases of versions before the first release have it. */
const FIRST_PRERELEASE_MIGRATION = '0001-shop.sql'

const prereleaseDatabaseError = () =>
  new DatabaseStartupError(
    'This database was made by a version before the first release and cannot be upgraded. ' +
      'To start with an empty database, choose another DATA_DIR or DATABASE_URL; to use this one, start the version that made it.',
  )

const versionMismatchError = (difference: string) =>
  new DatabaseStartupError(
    `This database was made by another version of the shop: ${difference}. ` +
      'To use it, start that version; to start with an empty database, choose another DATA_DIR or DATABASE_URL.',
  )

async function applyDefinitions(client: pg.Client, directory: string) {
  const files = [
    ...listSql(directory, 'triggers'),
    ...listSql(directory, 'procedures'),
    readSql(directory, 'policies.sql'),
  ]
  const sha256 = sha256Of(files.map((file) => `${file.path} ${file.sha256}`).join('\n'))
  const { rows } = await client.query<{ sha256: string }>('select sha256 from ninth_bend.definitions')
  if (rows[0]?.sha256 === sha256) return
  await inTransaction(client, async () => {
    // Procedures may call each other regardless of file order.
    await client.query('set local check_function_bodies = off')
    for (const file of files) await runFile(client, file)
    await client.query(
      `insert into ninth_bend.definitions (sha256) values ($1)
       on conflict (only_row) do update set sha256 = excluded.sha256, applied_at = now()`,
      [sha256],
    )
  })
}

async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin')
    try {
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      // A node of the previous version may lock the same tables in another order.
      const isDeadlock = ((error as Error).cause as Partial<pg.DatabaseError> | undefined)?.code === DEADLOCK
      if (!isDeadlock || attempt === DEADLOCK_ATTEMPTS) throw error
    }
  }
}

async function runFile(client: pg.Client, file: SqlFile) {
  try {
    await client.query(file.sql)
  } catch (error) {
    throw withFileLocation(file, error)
  }
}

function withFileLocation(file: SqlFile, error: unknown): Error {
  const { message, position, hint } = error as pg.DatabaseError
  const line = position ? file.sql.slice(0, Number(position)).split('\n').length : null
  // `detail` and `where` may contain row data.
  return new Error(`db/${file.path}${line ? `, line ${line}` : ''}: ${message}${hint ? ` (${hint})` : ''}`, {
    cause: error,
  })
}

function listSql(directory: string, folder: string): SqlFile[] {
  const paths = readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sql'),
  )
  return paths
    .map((path) => readSql(directory, `${folder}/${path.replaceAll('\\', '/')}`))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

/** The checksum must be the same with every kind of line ending. */
function readSql(directory: string, path: string): SqlFile {
  const sql = readFileSync(join(directory, path), 'utf8').replaceAll('\r\n', '\n')
  return { name: basename(path), path, sql, sha256: sha256Of(sql) }
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
