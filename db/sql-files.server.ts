import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

export type SqlFile = { name: string; path: string; sql: string; sha256: string }

const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_ATTEMPTS = 5
/** Much shorter than deadlock_timeout (1 s), so that of two that wait for each other it is never a customer who fails. */
const LOCK_TIMEOUT_MS = 200
/** A node that cannot get its locks for this long waits for them like anybody else. */
const YIELDING_MS = 30_000
const MAX_PAUSE_MS = 300

export function listSql(directory: string, folder: string): SqlFile[] {
  const paths = readdirSync(join(directory, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.sql'),
  )
  return paths
    .map((path) => readSql(directory, `${folder}/${path.replaceAll('\\', '/')}`))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1))
}

/** The checksum must be the same with every kind of line ending. */
export function readSql(directory: string, path: string): SqlFile {
  const sql = readFileSync(join(directory, path), 'utf8').replaceAll('\r\n', '\n')
  return { name: basename(path), path, sql, sha256: sha256Of(sql) }
}

export const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

/** For changes of tables that other nodes use: gives way to their transactions, and tries again. */
export async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  const yieldsUntil = performance.now() + YIELDING_MS
  let deadlocks = 0
  for (;;) {
    const isYielding = performance.now() < yieldsUntil
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${isYielding ? LOCK_TIMEOUT_MS : 0}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const code = codeOf(error)
      if (code === DEADLOCK) deadlocks += 1
      if (deadlocks === DEADLOCK_ATTEMPTS || (code !== DEADLOCK && code !== LOCK_NOT_AVAILABLE)) throw error
      await pause(Math.random() * MAX_PAUSE_MS)
    }
  }
}

const codeOf = (error: unknown) =>
  (((error as Error).cause ?? error) as Partial<pg.DatabaseError> | undefined)?.code

/**
 * Before a transaction changes many tables: those that wait for one of them hold none of the others. Orders read the
 * settings first, so that none can begin behind them; pages read the products.
 */
export async function lockAllTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'accounts')
     order by tablename = 'settings' desc, tablename = 'products' desc, tablename`)
  if (rows.length > 0)
    await client.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
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
  return new Error(`db/${file.path}${line ? `, line ${line}` : ''}: ${message}${hint ? ` (${hint})` : ''}`, {
    cause: error,
  })
}
