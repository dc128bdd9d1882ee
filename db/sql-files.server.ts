import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'

export type SqlFile = { name: string; path: string; sql: string; sha256: string }

const DEADLOCK = '40P01'
const DEADLOCK_ATTEMPTS = 5

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

export async function inTransaction(client: pg.Client, work: () => Promise<void>) {
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
