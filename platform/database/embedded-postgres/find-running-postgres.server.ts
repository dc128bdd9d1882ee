import { join, resolve } from 'node:path'
import { hasStalePidFile, readPidFile } from './postgres-process.server.ts'
import { LOGIN_ROLES, type PoolName } from '#platform/database/connection/login-roles.server.ts'
import { SUPERUSER } from './postgres-cluster.server.ts'

export type OwnLogin = PoolName | 'owner'

/** Reads the PID file; null if no server is ready. */
export function findRunningPostgres(directory: string, login: OwnLogin): string | null {
  const cluster = join(resolve(directory), 'postgres')
  const [, , , port, socketDirectory, , , state] = readPidFile(cluster)
  if (state?.trim() !== 'ready' || !socketDirectory || hasStalePidFile(cluster)) return null
  const user = login === 'owner' ? SUPERUSER : LOGIN_ROLES[login].name
  return `postgresql://${user}@localhost:${port}/ninth_bend?host=${encodeURIComponent(socketDirectory)}`
}
