import { join, resolve } from 'node:path'
import { hasStalePidFile, readPidFile } from './postgres-process.server.ts'
import { LOGIN_ROLES, type PoolName } from '#db/connection/login-roles.server.ts'

/**
 * Where the PostgreSQL of a shop that is running on this data answers, by what the server itself notes; null when none
 * is ready there.
 */
export function findRunningPostgres(directory: string, login: PoolName): string | null {
  const cluster = join(resolve(directory), 'postgres')
  const [, , , port, socketDirectory, , , state] = readPidFile(cluster)
  if (state?.trim() !== 'ready' || !socketDirectory || hasStalePidFile(cluster)) return null
  return `postgresql://${LOGIN_ROLES[login].name}@localhost:${port}/ninth_bend?host=${encodeURIComponent(socketDirectory)}`
}
