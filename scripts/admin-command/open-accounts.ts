import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { checkRole, withOptions } from '#platform/database/connection/startup-options.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { toConnectionError } from '#platform/database/connection/server-checks.server.ts'
import { createLoginRoles, LOGIN_ROLES } from '#platform/database/connection/login-roles.server.ts'
import { accountTypeParsers } from '#platform/database/connection/column-parsers.server.ts'
import { createAccounts, type Accounts } from '#features/accounts/accounts.server.ts'
import { readSettings } from '#platform/settings/environment-settings.ts'
import { externalAddressOf, openOwnDatabase } from '#app/start/own-database.ts'
import { StartupError } from '#platform/processes/startup-error.ts'

export type AdminAccounts = {
  accounts: Pick<Accounts, 'grantAdminRole' | 'revokeAdminRole' | 'listAdministrators'>
  close(): Promise<void>
}

/**
 * Opens the accounts on DATABASE_URL, on a running shop's embedded PostgreSQL, or on one started for this
 * command. Throws {@link StartupError} or DatabaseStartupError with one line for the operator.
 */
export async function openAdminAccounts(environment: NodeJS.ProcessEnv): Promise<AdminAccounts> {
  const settings = readSettings(environment)
  if (!settings.ok) throw new StartupError(settings.refusal.problems.join('\n'))
  const address = externalAddressOf(settings.value)
  const database = address
    ? { address, stop: async () => {} }
    : await openOwnDatabase(settings.value, 'accounts', prepareAccounts)
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

async function prepareAccounts(ownerConnectionString: string) {
  await migrate(ownerConnectionString)
  await createLoginRoles(ownerConnectionString)
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
    // The pool waits for it, although its type does not say so.
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
