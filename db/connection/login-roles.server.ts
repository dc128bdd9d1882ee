import { Client } from 'pg'

/**
 * As whom each pool logs in on the shop's own PostgreSQL, and the roles it can take on; a pool begins under its first.
 * A login owns nothing and may do nothing by itself: a statement that gets out of its role falls down to it, finds no way
 * up to the owner of the database, and none into what another pool is for.
 */
export const LOGIN_ROLES = {
  visitor: { name: 'ninth_bend_login_visitor', roles: ['ninth_bend_visitor'] },
  acting: {
    name: 'ninth_bend_login_acting',
    roles: ['ninth_bend_visitor', 'ninth_bend_customer', 'ninth_bend_checkout', 'ninth_bend_admin'],
  },
  worker: { name: 'ninth_bend_login_worker', roles: ['ninth_bend_worker'] },
  accounts: { name: 'ninth_bend_login_accounts', roles: ['ninth_bend_accounts'] },
} as const
export type PoolName = keyof typeof LOGIN_ROLES
/** Where each pool connects, when they do not all come as the one user that DATABASE_URL names. */
export type PoolAddresses = Record<PoolName, string>

/** Earlier versions had one login for all pools, which could so step into every role. */
const LEGACY_LOGIN_ROLE = 'ninth_bend_shop'

const NO_PRIVILEGES = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls password null'

/** Said in full at each start, so that one changed by hand is put right; without a password only the socket lets it in. */
const loginRoleSql = ({ name, roles }: (typeof LOGIN_ROLES)[PoolName]) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${name}') then create role ${name}; end if;
  end $$;
  alter role ${name} login noinherit ${NO_PRIVILEGES};
  ${revokeMembershipsSql(name)}
  grant ${roles.join(', ')} to ${name} with admin false, inherit false, set true;`

/** A membership keeps its own options and whoever gave it, so that only one that is made anew is sure to be right. */
const revokeMembershipsSql = (name: string) => `
  do $$
  declare
    v_row record;
  begin
    for v_row in select roleid::regrole as role, grantor::regrole as grantor from pg_auth_members
                  where member = to_regrole('${name}') loop
      execute format('revoke %s from ${name} granted by %s cascade', v_row.role, v_row.grantor);
    end loop;
  end $$;`

const LOGINS_AND_ROLES = Object.values(LOGIN_ROLES).flatMap(({ name, roles }) => [name, ...roles]).join(', ')

/**
 * Nothing of the shop makes temporary tables. Everybody may on a new database: a statement of somebody else's could so
 * fill the disk, or put a table of its own before one that is named without its schema.
 */
const NO_TEMPORARY_TABLES = `
  do $$ begin
    execute format('revoke temporary on database %I from public, ${LOGINS_AND_ROLES}', current_database());
  end $$;`

/** Where it was given something by hand it cannot go; then it stays behind and can neither come in nor take on a role. */
const DROP_LEGACY_LOGIN_ROLE = `
  ${revokeMembershipsSql(LEGACY_LOGIN_ROLE)}
  do $$ begin
    drop role if exists ${LEGACY_LOGIN_ROLE};
  exception
    when dependent_objects_still_exist then
      alter role ${LEGACY_LOGIN_ROLE} nologin ${NO_PRIVILEGES};
  end $$;`

/** Makes the logins, or brings those of an earlier version up to date, all or none, on a server whose database is migrated. */
export async function createLoginRoles(ownerConnectionString: string): Promise<void> {
  const client = new Client({ connectionString: ownerConnectionString })
  await client.connect()
  try {
    await client.query(Object.values(LOGIN_ROLES).map(loginRoleSql).join('') + NO_TEMPORARY_TABLES + DROP_LEGACY_LOGIN_ROLE)
  } finally {
    await client.end()
  }
}
