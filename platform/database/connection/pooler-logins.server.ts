import { createHmac, createHash, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type Client, escapeIdentifier, escapeLiteral, type DatabaseError } from 'pg'
import { DatabaseStartupError } from './database-error.server.ts'
import { LOGIN_ROLES, NO_TEMPORARY_TABLES, type PoolAddresses, type PoolName } from './login-roles.server.ts'
import { openCheckedClient } from './server-checks.server.ts'
import { POOLS, sessionSettings } from './pool-settings.server.ts'

const POOL_NAMES = Object.keys(LOGIN_ROLES) as PoolName[]
const INSUFFICIENT_PRIVILEGE = '42501'
const ATTEMPTS = 5

/** The names of the four logins begin with the user of DATABASE_URL. */
const loginName = (prefix: string, pool: PoolName) => `${prefix}_${pool}`

/** `direct` leads to PostgreSQL itself: migrations, LISTEN and locks cannot go through a pooler in transaction mode. */
export function pooledAddresses(poolerUrl: string, direct: string): PoolAddresses {
  const addressOf = (pool: PoolName) => {
    const url = new URL(poolerUrl)
    url.username = loginName(url.username, pool)
    return url.href
  }
  return {
    visitor: addressOf('visitor'),
    acting: addressOf('acting'),
    worker: addressOf('worker'),
    accounts: addressOf('accounts'),
    direct,
  }
}

/**
 * Creates logins whose role and settings PostgreSQL sets in each session, because poolers drop startup options. They own and inherit
 * nothing, so a session that lost its role can read nothing. `direct` is the owner's address.
 */
export async function createPoolerLogins(direct: string, poolerUrl: string): Promise<void> {
  const owner = await openCheckedClient(direct)
  try {
    await createLogins(owner, poolerUrl)
  } finally {
    await owner.end()
  }
}

async function createLogins(owner: Client, poolerUrl: string): Promise<void> {
  const { username, password } = new URL(poolerUrl)
  const prefix = decodeURIComponent(username)
  const sql = POOL_NAMES.map((pool) => poolerLoginSql(prefix, pool, decodeURIComponent(password))).join('')
  const names = POOL_NAMES.map((pool) => escapeIdentifier(loginName(prefix, pool))).join(', ')
  for (let attempt = 1; ; attempt += 1) {
    try {
      await owner.query(`begin; ${sql} ${NO_TEMPORARY_TABLES(names)} commit`)
      return
    } catch (error) {
      await owner.query('rollback')
      const { code, message } = error as DatabaseError
      if (code === INSUFFICIENT_PRIVILEGE)
        throw new DatabaseStartupError(
          `The user of DATABASE_MIGRATION_URL may not make the logins of the pooler (${message}). Give it CREATEROLE, and the shop's roles WITH ADMIN OPTION.`,
          { cause: error },
        )
      // All databases of a server share the logins, so another node may be changing them at the same time.
      if (attempt === ATTEMPTS || !/concurrently updated|already exists/.test(message)) throw error
    }
  }
}

/** Only PostgreSQL 16 and newer have options of a membership; in older versions, NOINHERIT of the login has the same effect. */
function poolerLoginSql(prefix: string, pool: PoolName, password: string): string {
  const name = loginName(prefix, pool)
  const login = escapeIdentifier(name)
  const grant = `grant ${LOGIN_ROLES[pool].roles.join(', ')} to ${login}`
  const settings = Object.entries(sessionSettings(POOLS[pool]))
  return `
  do $$ begin
    if to_regrole(${escapeLiteral(login)}) is null then create role ${login}; end if;
    if current_setting('server_version_num')::int >= 160000
      then execute ${escapeLiteral(`${grant} with inherit false, set true`)};
      else ${grant};
    end if;
  end $$;
  alter role ${login} login noinherit password ${escapeLiteral(scramVerifier(password))};
  ${settings.map(([setting, value]) => `alter role ${login} set ${setting} = ${escapeLiteral(value)};`).join('\n  ')}`
}

const SCRAM_ITERATIONS = 4096

/** PostgreSQL stores passwords in this form, so no logged statement contains the password itself. */
function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ITERATIONS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`
}
