import { Client } from 'pg'
import { ROLES } from './migrate.server.ts'

/**
 * As whom the pools log in on the shop's own PostgreSQL. It owns nothing and may do nothing by itself:
 * a statement that gets out of its role falls down to it, and not up to the owner of the database.
 */
export const SHOP_LOGIN = 'ninth_bend_shop'

/** Said in full at each start, so that one changed by hand is put right; without a password only the socket lets it in. */
const LOGIN = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${SHOP_LOGIN}') then create role ${SHOP_LOGIN}; end if;
  end $$;
  alter role ${SHOP_LOGIN} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls password null;
  grant ${ROLES} to ${SHOP_LOGIN};`

/** Makes the login, or brings one of an earlier version up to date, on a server whose database is migrated. */
export async function makeShopLogin(ownerConnectionString: string): Promise<void> {
  const client = new Client({ connectionString: ownerConnectionString })
  await client.connect()
  try {
    await client.query(LOGIN)
  } finally {
    await client.end()
  }
}
