import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { createSessions } from '#shop/accounts/sessions.server.ts'
import { Visitor, type SignedIn } from '../visitor.ts'
import { connectionStringOf } from './shop-database.ts'

/**
 * So many customers, each with an account whose address is confirmed, a profile and an open session of their own.
 * Two hundred passwords would be hashed for longer than the test that needs the crowd takes.
 */
export async function manyCustomers(
  { url, dataDir }: { url: string; dataDir: string }, count: number, connectionString = connectionStringOf(dataDir),
): Promise<SignedIn[]> {
  const pool = new Pool({ connectionString, options: '-c search_path=accounts', max: 4 })
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const sessions = createSessions({ pool, secret, publicUrl: url, clock: () => new Date(), log: { warn: () => {}, error: () => {} } })
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), token: randomUUID() }))
  const named = people.map((person) => ({ ...person, email: `crowd-${person.id}@example.com` }))
  await pool.query(
    `with person as (
       insert into "user" (id, name, email, email_verified) select id, 'Asha Menon', email, true from json_to_recordset($1) as p (id uuid, email text) returning id, email
     ), profile as (
       insert into public.user_profiles (user_id, full_name, email) select id, 'Asha Menon', email from person
     )
     select from person`,
    [JSON.stringify(named)],
  )
  await pool.query(
    `insert into session (token, user_id, updated_at, expires_at)
     select token, id, now(), now() + interval '1 hour' from json_to_recordset($1) as p (id uuid, token text)`,
    [JSON.stringify(named)],
  )
  const customers = await Promise.all(
    named.map(async ({ token, email }) => {
      const customer = new Visitor(url)
      customer.take((await sessions.open(token, 'remembered')).setCookies)
      return Object.assign(customer, { email })
    }),
  )
  await pool.end()
  return customers
}
