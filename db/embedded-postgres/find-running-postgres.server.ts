import { join, resolve } from 'node:path'
import { hasStalePidFile, readPidFile } from './postgres-process.server.ts'
import { LOGIN_ROLES, type PoolName } from '#db/connection/login-roles.server.ts'

/** Address of the PostgreSQL that runs on this data directory, read from its PID file; null if none is ready. */
export function findRunningPostgres(directory: string, login: PoolName): string | null {
  const cluster = join(resolve(directory), 'postgres')
  const [, , , port, socketDirectory, , , state] = readPidFile(cluster)
  if (state?.trim() !== 'ready' || !socketDirectory || hasStalePidFile(cluster)) return null
  return `postgresql://${LOGIN_ROLES[login].name}@localhost:${port}/ninth_bend?host=${encodeURIComponent(socketDirectory)}`
}
