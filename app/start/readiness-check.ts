import { statfs } from 'node:fs/promises'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import { findDatabaseProblem } from '#platform/database/readiness.server.ts'
import type { DataDirectory } from '#platform/data-directory/data-directory.ts'
import type { FindProblem } from '#platform/http/health-checks.ts'
import { withTimeout } from '#platform/processes/with-timeout.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'

type Dependencies = {
  settings: Pick<Settings, 'databaseUrl'>
  dataDirectory: Pick<DataDirectory, 'path'>
  db: Pick<ShopDatabase, 'worker'>
  isDataDirectoryPresent: () => boolean
  probe?: (db: ShopDatabase['worker']) => Promise<string | null>
  freeBytes?: (path: string) => Promise<number>
  databaseTimeoutMs?: number
}

/** PostgreSQL regularly needs another WAL file of 16 MiB. */
export const MIN_FREE_BYTES = 32 * 2 ** 20
const DATABASE_TIMEOUT_MS = 3000
const AWAY = 'The database does not answer.'
/** Anybody may call it, and each check writes. */
const SHARED_MS = 500

/** Whether an order could be stored now. A failing S3 store does not matter, because orders need no pictures (ADR-52). */
export function createReadinessCheck({
  settings,
  dataDirectory,
  db,
  isDataDirectoryPresent,
  probe = findDatabaseProblem,
  freeBytes = readFreeBytes,
  databaseTimeoutMs = DATABASE_TIMEOUT_MS,
}: Dependencies): FindProblem {
  async function probeInTime(): Promise<string | null> {
    const probing = probe(db.worker).then(
      (problem) => ({ problem }),
      () => null,
    )
    const answer = await withTimeout(probing, databaseTimeoutMs)
    return answer ? answer.problem : AWAY
  }

  async function find(): Promise<string | null> {
    const isDatabaseHere = !settings.databaseUrl
    if (isDatabaseHere && (await freeBytes(dataDirectory.path)) < MIN_FREE_BYTES)
      return 'The disk of the data directory is full.'
    return probeInTime()
  }

  let shared: { until: number; problem: Promise<string | null> } | undefined
  return async () => {
    if (!isDataDirectoryPresent()) return 'The data directory is gone.'
    if (shared && performance.now() < shared.until) return shared.problem
    const current = { until: Infinity, problem: find() }
    shared = current
    const settle = () => void (current.until = performance.now() + SHARED_MS)
    current.problem.then(settle, settle)
    return current.problem
  }
}

async function readFreeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
