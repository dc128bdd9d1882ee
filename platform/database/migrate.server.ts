import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { describeLocation } from './connection/database-url.server.ts'
import { DatabaseStartupError } from './connection/database-error.server.ts'
import { openCheckedClient } from './connection/server-checks.server.ts'
import { applyDefinitions, DEFINITION_TABLES, readDefinitionState } from './definitions/definitions.server.ts'
import { RELEASE, type Release } from './release.ts'
import { applySearchWords } from './search-words.server.ts'
import {
  inTransaction,
  listSql,
  readSql,
  runFile,
  withFileLocation,
  type LockRetries,
} from './sql-files.server.ts'

const MIGRATION_LOCK = 9_2026_1121
/** A migrating node is never idle this long; a lock holder that is must be a connection that a pooler left open. */
const MAX_HOLDER_IDLE_SECONDS = 15
const LOCK_TIMEOUT_SECONDS = 600
const LOCK_POLL_INTERVAL_MS = 200
const ROLE_ATTEMPTS = 5
/** PostgreSQL writes asynchronous commits within three times wal_writer_delay, which is 200 ms by default. */
const WAL_WRITE_MS = 1000
export const SHOP_ROLES =
  'ninth_bend_visitor, ninth_bend_customer, ninth_bend_checkout, ninth_bend_admin, ninth_bend_packer, ninth_bend_worker, ninth_bend_accounts'

/** The folder of the database in a tree of the shop. */
const FOLDER = 'platform/database'

/** The migrations of this version, in execution order. */
export const listMigrations = (directory = import.meta.dirname): { name: string; sha256: string }[] =>
  listSql(directory, 'migrations/*.sql').map(({ name, sha256 }) => ({ name, sha256 }))

/**
 * Applies roles, new migrations (one transaction each) and changed definitions; several nodes may call it at once. An older build changes
 * nothing that a newer one applied, unless `reapplies`. `lastMigration`: a backup is loaded before triggers exist.
 */
export async function migrate(
  connectionString: string,
  {
    tree = join(import.meta.dirname, '../..'),
    maxHolderIdleSeconds = MAX_HOLDER_IDLE_SECONDS,
    release = RELEASE,
    reapplies = false,
    lastMigration,
    lockRetries,
  }: {
    tree?: string
    maxHolderIdleSeconds?: number
    release?: Release
    reapplies?: boolean
    lastMigration?: string
    /** Applies to the definitions, not to the migrations. */
    lockRetries?: LockRetries
  } = {},
): Promise<string | null> {
  const client = await openCheckedClient(connectionString)
  try {
    await client.query(
      `set search_path = public; set client_min_messages = warning; set statement_timeout = 0`,
    )
    await acquireMigrationLock(client, connectionString, maxHolderIdleSeconds)
    await createRoles(client, tree)
    await client.query(MIGRATION_TABLES)
    await readDefinitionState(client, release)
    const hasMigrated = await runMigrations(client, tree, release, lastMigration)
    const applied =
      lastMigration === undefined
        ? await applyDefinitions(client, tree, { release, reapplies, lockRetries })
        : null
    if (applied && !applied.keepsNewer) await applySearchWords(client, join(tree, FOLDER))
    if (hasMigrated) await vacuumRewrittenTables(client)
    // A pooler may keep the connection open.
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    return applied?.line ?? null
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

/** PostgreSQL hides the state of other users' connections, so those never count as idle. */
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

/** Only the shop's owner can read this schema. */
const MIGRATION_TABLES = `
  create schema if not exists ninth_bend;
  create table if not exists ninth_bend.migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now());
  ${DEFINITION_TABLES}`

async function createRoles(client: pg.Client, tree: string) {
  const file = readSql(tree, `${FOLDER}/roles.sql`)
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.query(file.sql)
    } catch (error) {
      const { code, message } = error as pg.DatabaseError
      if (code === '42501') throw missingRolePrivilegeError(client)
      // All databases of a server share the roles, so another one may be creating them at the same time.
      if (attempt === ROLE_ATTEMPTS || !/concurrently updated/.test(message))
        throw withFileLocation(file, error)
    }
  }
}

const missingRolePrivilegeError = ({ user = '' }: pg.Client) =>
  new DatabaseStartupError(
    `The database user ${user} may not make or take on the shop's roles. Have an administrator run platform/database/roles.sql, and then: GRANT ${SHOP_ROLES} TO "${user}";`,
  )

type AppliedMigration = {
  name: string
  sha256: string
  release: number | null
  oldest_compatible: number | null
}

async function runMigrations(
  client: pg.Client,
  tree: string,
  release: Release,
  lastMigration?: string,
): Promise<boolean> {
  const files = listSql(tree, `${FOLDER}/migrations/*.sql`).filter(
    ({ name }) => lastMigration === undefined || name <= lastMigration,
  )
  const { rows: applied } = await client.query<AppliedMigration>(
    'select name, sha256, release, oldest_compatible from ninth_bend.migrations order by name',
  )
  if (applied.some(({ name }) => name === FIRST_PRERELEASE_MIGRATION)) throw prereleaseDatabaseError()
  for (const migration of applied) {
    const { name, sha256 } = migration
    const file = files.find((candidate) => candidate.name === name)
    if (!file && isOfCompatibleNewerRelease(migration, release)) continue
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
      await client.query(
        'insert into ninth_bend.migrations (name, sha256, release, oldest_compatible) values ($1, $2, $3, $4)',
        [file.name, file.sha256, release.number, release.oldestCompatible],
      )
      // New tables need their policies: even if this process ends here, the next start applies them.
      await client.query(`update ninth_bend.definitions set sha256 = ''`)
    })
  }
  return pending.length > 0
}

/** PostgreSQL does not notice that they need a vacuum, and until then lists cannot be read from indexes alone. */
async function vacuumRewrittenTables(client: pg.Client) {
  const findUnmarkedTables = async () =>
    (
      await client.query<{ name: string }>(`
        select oid::regclass::text as name from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace and relpages > 0 and relallvisible = 0
         order by oid`)
    ).rows
  const vacuum = async (tables: { name: string }[]) => {
    for (const { name } of tables) await client.query(`vacuum ${name}`)
  }
  await vacuum(await findUnmarkedTables())
  const remaining = await findUnmarkedTables()
  if (remaining.length === 0) return
  // Vacuum skips rows while a recent commit, even in another session, is not yet on disk.
  await pause(WAL_WRITE_MS)
  await vacuum(remaining)
}

const isOfCompatibleNewerRelease = ({ release, oldest_compatible }: AppliedMigration, { number }: Release) =>
  release !== null && release > number && oldest_compatible !== null && oldest_compatible <= number

/** A database older than the first release has this migration. */
const FIRST_PRERELEASE_MIGRATION = '0001-shop.sql'

const prereleaseDatabaseError = () =>
  new DatabaseStartupError(
    'This database was made by a version before the first release and cannot be upgraded. ' +
      'To start with an empty database, choose another DATA_DIR or DATABASE_URL; to use this one, start the version that made it.',
  )

const versionMismatchError = (difference: string) =>
  new DatabaseStartupError(
    `This database was made by another version of the shop: ${difference}. ` +
      'To use it, start that version. To go back to this version, restore a backup of before into another DATA_DIR or an empty database; what has changed since is not in it. ' +
      'To start with an empty database, choose another DATA_DIR or DATABASE_URL.',
  )
