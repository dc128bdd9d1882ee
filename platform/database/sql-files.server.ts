import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseStartupError } from './connection/database-error.server.ts'

export type SqlFile = { name: string; path: string; sql: string; sha256: string }

const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'
const DEADLOCK_ATTEMPTS = 5
/** Much shorter than deadlock_timeout (1 s), so that in a deadlock the customer's transaction never fails. */
const LOCK_TIMEOUT_MS = 200
const MIN_PAUSE_MS = 100
const MAX_PAUSE_MS = 2_000
/** A migration may run for minutes before it meets a lock, and would start again each time. */
const MIGRATION_LOCK_RETRIES: LockRetries = { retryMs: 30_000, waitsAfterwards: true }

/** How long a transaction retries, giving up its locks each time, and whether it waits for them afterwards or fails. */
export type LockRetries = { retryMs: number; waitsAfterwards: boolean }

class TablesInUse extends Error {}

/** `pattern` of a glob, below `directory`. */
export function listSql(directory: string, pattern: string): SqlFile[] {
  return globSync(pattern, { cwd: directory })
    .map((path) => readSql(directory, path.replaceAll('\\', '/')))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

/** The checksum must not depend on line endings. */
export function readSql(directory: string, path: string): SqlFile {
  const sql = readFileSync(join(directory, path), 'utf8').replaceAll('\r\n', '\n')
  return { name: basename(path), path, sql, sha256: sha256Of(sql) }
}

export const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

/** For changes of tables that other nodes use: gives way to their transactions and retries. */
export async function inTransaction(
  client: pg.Client,
  work: () => Promise<void>,
  { retryMs, waitsAfterwards }: LockRetries = MIGRATION_LOCK_RETRIES,
) {
  const retriesUntil = performance.now() + retryMs
  let deadlocks = 0
  for (let attempt = 1; ; attempt++) {
    const isRetrying = !waitsAfterwards || performance.now() < retriesUntil
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${isRetrying ? LOCK_TIMEOUT_MS : 0}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isDeadlock = codeOf(error) === DEADLOCK
      if (isDeadlock) deadlocks += 1
      const isInUse = error instanceof TablesInUse || codeOf(error) === LOCK_NOT_AVAILABLE
      if (!isDeadlock && !(isRetrying && isInUse)) throw error
      if (deadlocks === DEADLOCK_ATTEMPTS) throw error
      if (!waitsAfterwards && performance.now() > retriesUntil) throw await tablesInUseError(client, error)
      await pause(Math.random() * Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** attempt))
    }
  }
}

const codeOf = (error: unknown) =>
  (((error as Error).cause ?? error) as Partial<pg.DatabaseError> | undefined)?.code

/**
 * Locks all tables at once, so that a transaction does not wait while it holds some of them. Orders read the
 * settings first, so none starts behind this lock. At most 200 ms in total.
 */
export async function lockAllTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'accounts')
     order by tablename = 'settings' desc, tablename = 'products' desc, tablename`)
  if (rows.length === 0) return
  try {
    await client.query(`set local statement_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
    await client.query('set local statement_timeout = 0')
  } catch (error) {
    throw codeOf(error) === QUERY_CANCELED
      ? new TablesInUse('The tables are in use.', { cause: error })
      : error
  }
}

async function tablesInUseError(client: pg.Client, cause: unknown) {
  const { rows } = await client.query<{ pid: number }>(`
    select l.pid from pg_locks l join pg_class c on c.oid = l.relation join pg_namespace n on n.oid = c.relnamespace
      join pg_stat_activity a on a.pid = l.pid
     where l.granted and l.pid <> pg_backend_pid() and n.nspname in ('public', 'accounts')
       and l.database = (select oid from pg_database where datname = current_database())
     group by l.pid order by min(a.xact_start) limit 1`)
  return new DatabaseStartupError(
    `The database cannot be upgraded: a long transaction uses its tables${rows[0] ? ` (process ${rows[0].pid} of the database server)` : ''}. ` +
      'Start this node again when it has ended, or end it: a backup, a report or an open psql.',
    { cause },
  )
}

export async function runFile(client: pg.Client, file: SqlFile) {
  try {
    await client.query(file.sql)
  } catch (error) {
    throw withFileLocation(file, error)
  }
}

export function withFileLocation(file: SqlFile, error: unknown): Error {
  const { message, position, hint } = error as pg.DatabaseError
  const line = position ? file.sql.slice(0, Number(position)).split('\n').length : null
  // `detail` and `where` may contain row data.
  return new Error(`${file.path}${line ? `, line ${line}` : ''}: ${message}${hint ? ` (${hint})` : ''}`, {
    cause: error,
  })
}
