import { Client } from 'pg'

/** New connections have the first role. A login has no privileges, so resetting its role reaches no other role. */
export const LOGIN_ROLES = {
  visitor: { name: 'ninth_bend_login_visitor', roles: ['ninth_bend_visitor'] },
  acting: {
    name: 'ninth_bend_login_acting',
    roles: [
      'ninth_bend_visitor',
      'ninth_bend_customer',
      'ninth_bend_checkout',
      'ninth_bend_admin',
      'ninth_bend_packer',
    ],
  },
  worker: { name: 'ninth_bend_login_worker', roles: ['ninth_bend_worker'] },
  accounts: { name: 'ninth_bend_login_accounts', roles: ['ninth_bend_accounts'] },
} as const
export type PoolName = keyof typeof LOGIN_ROLES
/** With `direct`, the others lead to a pooler, and PostgreSQL sets the roles of their logins. */
export type PoolAddresses = Record<PoolName, string> & { direct?: string }

/** In earlier versions all pools shared this login, so it can set every role. */
const LEGACY_LOGIN_ROLE = 'ninth_bend_shop'

const NO_PRIVILEGES = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls password null'

/** Applied at every start to revert manual changes. Without a password, the login works through the socket only. */
const loginRoleSql = ({ name, roles }: (typeof LOGIN_ROLES)[PoolName]) => `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${name}') then create role ${name}; end if;
  end $$;
  alter role ${name} login noinherit ${NO_PRIVILEGES};
  ${revokeMembershipsSql(name)}
  grant ${roles.join(', ')} to ${name} with admin false, inherit false, set true;`

/** Existing grants keep their options and grantor, so memberships are revoked and granted again. */
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

const LOGINS_AND_ROLES = Object.values(LOGIN_ROLES)
  .flatMap(({ name, roles }) => [name, ...roles])
  .join(', ')

/** By default all roles may create temporary tables: injected SQL could fill the disk or hide a table of the same name. */
export const NO_TEMPORARY_TABLES = (logins: string) => `
  do $$ begin
    execute format('revoke temporary on database %I from public, ${logins}', current_database());
  end $$;`

/** A role that still owns privileges cannot be dropped; it loses its login and memberships instead. */
const DROP_LEGACY_LOGIN_ROLE = `
  ${revokeMembershipsSql(LEGACY_LOGIN_ROLE)}
  do $$ begin
    drop role if exists ${LEGACY_LOGIN_ROLE};
  exception
    when dependent_objects_still_exist then
      alter role ${LEGACY_LOGIN_ROLE} nologin ${NO_PRIVILEGES};
  end $$;`

export async function createLoginRoles(ownerConnectionString: string): Promise<void> {
  const client = new Client({ connectionString: ownerConnectionString })
  await client.connect()
  try {
    await client.query(
      Object.values(LOGIN_ROLES).map(loginRoleSql).join('') +
        NO_TEMPORARY_TABLES(LOGINS_AND_ROLES) +
        DROP_LEGACY_LOGIN_ROLE,
    )
  } finally {
    await client.end()
  }
}
