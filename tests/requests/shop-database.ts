import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { SUPERUSER } from '#db/postgres-cluster.server.ts'
import { shopTypes } from '#db/value-types.server.ts'
import type { TestDatabase } from '../database.ts'

export type Look = Pick<TestDatabase, 'query'> & { close(): Promise<void> }

/** The PostgreSQL of a running shop: its process, and the folder of its socket. */
export function postgresOf(dataDir: string): { pid: number; socketDirectory: string } {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), socketDirectory: lines[4]! }
}

/** As superuser, past every policy: for arranging and for looking, never for what a test is about. */
export const lookInto = (dataDir: string): Look => lookAt(connectionStringOf(dataDir))

export function lookAt(connectionString: string): Look {
  const pool = new Pool({ connectionString, max: 2, types: shopTypes })
  // A shop that is killed takes these connections with it.
  pool.on('error', () => {})
  return {
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    close: () => pool.end(),
  }
}

export function connectionStringOf(dataDir: string, database = 'ninth_bend'): string {
  const { socketDirectory } = postgresOf(dataDir)
  return `postgresql://${SUPERUSER}@localhost:5432/${database}?host=${encodeURIComponent(socketDirectory)}`
}
