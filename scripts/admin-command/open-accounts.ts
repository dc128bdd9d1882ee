import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { checkRole, withOptions } from '#db/connection/startup-options.server.ts'
import { DatabaseStartupError } from '#db/connection/database-error.server.ts'
import { startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { findRunningPostgres } from '#db/embedded-postgres/find-running-postgres.server.ts'
import { primaryHostOf } from '#db/connection/primary-host.server.ts'
import { toConnectionError } from '#db/connection/server-checks.server.ts'
import { createLoginRoles, LOGIN_ROLES } from '#db/connection/login-roles.server.ts'
import { accountTypeParsers } from '#db/connection/column-parsers.server.ts'
import { createAccounts, type Accounts } from '#shop/accounts/accounts.server.ts'
import { readSettings } from '#server/settings/environment-settings.ts'
import { StartupError } from '#server/start/startup-error.ts'

export type AdminAccounts = {
  accounts: Pick<Accounts, 'grantAdminRole' | 'revokeAdminRole' | 'listAdministrators'>
  close(): Promise<void>
}
type Database = { address: string; stop: () => Promise<void> }

const OPEN_TIMEOUT_MS = 30_000

/**
 * Opens the accounts of the shop: on DATABASE_URL, on the embedded PostgreSQL of a running shop, or on one started for
 * this command. Throws {@link StartupError} or {@link DatabaseStartupError} with one line for the operator.
 */
export async function openAdminAccounts(environment: NodeJS.ProcessEnv): Promise<AdminAccounts> {
  const settings = readSettings(environment)
  if (!settings.ok) throw new StartupError(settings.refusal.problems.join('\n'))
  const { databaseUrl, databaseMigrationUrl, dataDirectory } = settings.value
  const database = databaseUrl
    ? { address: await primaryAddress(databaseMigrationUrl ?? databaseUrl), stop: async () => {} }
    : await openOwnDatabase(dataDirectory)
  const pool = poolOf(database.address)
  const close = async () => {
    await pool.end()
    await database.stop()
  }
  try {
    await checkAccountsSchema(pool, database.address)
  } catch (problem) {
    await close()
    throw problem
  }
  const ignore = () => {}
  const accounts = createAccounts({
    pool,
    // Nothing is signed or encrypted here, so the shop's secret is not needed.
    secret: randomBytes(32).toString('base64url'),
    publicUrl: 'http://localhost',
    clock: () => new Date(),
    log: { info: ignore, warn: ignore, error: ignore },
    wakeOutbox: ignore,
  })
  return { accounts, close }
}

/** Of several hosts the one that accepts writes. */
async function primaryAddress(address: string): Promise<string> {
  const primary = primaryHostOf(address)
  await primary?.find().catch((error: unknown) => {
    throw toConnectionError(error, address)
  })
  return primary?.current() ?? address
}

/** A starting shop holds the data directory without accepting connections yet, so both ways are retried. */
async function openOwnDatabase(directory: string): Promise<Database> {
  if (!existsSync(join(directory, 'postgres', 'PG_VERSION'))) {
    throw new StartupError(
      `There is no shop in ${resolve(directory)} yet. Start it once with npm start, or say where it is by DATA_DIR or DATABASE_URL.`,
    )
  }
  const deadline = Date.now() + OPEN_TIMEOUT_MS
  for (;;) {
    const address = findRunningPostgres(directory, 'accounts')
    if (address) return { address, stop: async () => {} }
    try {
      return await startOwnDatabase(directory)
    } catch (problem) {
      if (!(problem instanceof DatabaseStartupError && problem.code === 'in-use') || Date.now() > deadline)
        throw problem
      await pause(200)
    }
  }
}

async function startOwnDatabase(directory: string): Promise<Database> {
  const { ownerConnectionString, poolAddresses, stop } = await startEmbeddedPostgres({ directory })
  try {
    await migrate(ownerConnectionString)
    await createLoginRoles(ownerConnectionString)
    return { address: poolAddresses.accounts, stop }
  } catch (problem) {
    await stop()
    throw problem
  }
}

function poolOf(address: string): Pool {
  const role = { role: LOGIN_ROLES.accounts.roles[0], searchPath: 'accounts' }
  const pool = new Pool({
    connectionString: withOptions(address, {
      role: role.role,
      search_path: role.searchPath,
      timezone: 'UTC',
      statement_timeout: '10s',
    }),
    application_name: 'ninth-bend-admin',
    max: 2,
    connectionTimeoutMillis: 10_000,
    types: accountTypeParsers,
    // The pool waits for it, which its type does not say.
    onConnect: (client) => checkRole(client, role, address) as unknown as void,
  })
  pool.on('error', () => {})
  return pool
}

/** Does not migrate, because another version of the shop may be running on this database. */
async function checkAccountsSchema(pool: Pool, address: string): Promise<void> {
  const { rows } = await pool
    .query<{ is_ready: boolean }>(`select to_regclass('accounts.two_factor') is not null as is_ready`)
    .catch((error: unknown) => {
      throw toConnectionError(error, address)
    })
  if (!rows[0]?.is_ready)
    throw new StartupError(
      'This database was not made by this version of the shop. Start the shop once, then try again.',
    )
}
