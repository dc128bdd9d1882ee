import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import {
  findRunningPostgres,
  type OwnLogin,
} from '#platform/database/embedded-postgres/find-running-postgres.server.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'
import { StartupError } from '#platform/processes/startup-error.ts'

export type OwnDatabase = { address: string; stop: () => Promise<void> }

const OPEN_TIMEOUT_MS = 30_000

/**
 * Gives a command the embedded PostgreSQL of a running shop, or one started for the command. A starting shop
 * locks the data directory before it accepts connections, so both are retried.
 */
export async function openOwnDatabase(
  { dataDirectory: directory }: Pick<Settings, 'dataDirectory'>,
  login: OwnLogin,
  prepare: (ownerConnectionString: string) => Promise<void> = async () => {},
): Promise<OwnDatabase> {
  if (!existsSync(join(directory, 'postgres', 'PG_VERSION'))) {
    throw new StartupError(
      `There is no shop in ${resolve(directory)} yet. Start it once with npm start, or say where it is by DATA_DIR or DATABASE_URL.`,
    )
  }
  const deadline = Date.now() + OPEN_TIMEOUT_MS
  for (;;) {
    const address = findRunningPostgres(directory, login)
    if (address) return { address, stop: async () => {} }
    try {
      return await startOwnDatabase({ directory }, login, prepare)
    } catch (problem) {
      if (!(problem instanceof DatabaseStartupError && problem.code === 'in-use') || Date.now() > deadline)
        throw problem
      await pause(200)
    }
  }
}

async function startOwnDatabase(
  options: EmbeddedPostgresOptions,
  login: OwnLogin,
  prepare: (ownerConnectionString: string) => Promise<void>,
): Promise<OwnDatabase> {
  const { ownerConnectionString, poolAddresses, stop } = await startEmbeddedPostgres(options)
  try {
    await prepare(ownerConnectionString)
    return { address: login === 'owner' ? ownerConnectionString : poolAddresses[login], stop }
  } catch (problem) {
    await stop()
    throw problem
  }
}

/** The owner's address of PostgreSQL itself; null if it is embedded. */
export const externalAddressOf = ({
  databaseUrl,
  databaseMigrationUrl,
}: Pick<Settings, 'databaseUrl' | 'databaseMigrationUrl'>): string | null =>
  databaseMigrationUrl ?? databaseUrl
