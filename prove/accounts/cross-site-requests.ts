import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { readSignedInEmail } from './sessions.ts'
import { insertFailedMail, createWriteRequests } from './write-requests.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const IDLE_TIMEOUT_MS = 20_000
const FOREIGN_ORIGIN_HEADERS: Record<string, string>[] = [
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  {
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
    referer: 'https://elsewhere.example/',
  },
  { origin: 'HTTP://127.0.0.1' },
  { origin: 'http://127.0.0.1.elsewhere.example' },
]
const TYPES = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json',
  'multipart/form-data; boundary=x',
] as const

export const crossSiteRequests: ProofStep = {
  name: 'foreign',
  scenario:
    'each form and service, sent cross-origin with the cookies of a user, in each content type that browsers send: refused, and the database is unchanged',
  async runProof(proofContext, checks) {
    const shop = await proofContext.shop()
    const db = await proofContext.db()
    const { customer, staff, writeRequests } = await createWriteRequests(shop.url, db)
    await waitUntilIdle(db)
    const mail_id = await insertFailedMail(db)
    writeRequests.push([staff, '/admin/dashboard', { intent: 'send-again', mail_id }, 'public.outbox'])
    writeRequests.push([staff, '/admin/dashboard', { intent: 'test-email' }, 'public.audit_events'])
    const before = await hashAllTables(db)
    for (let round = 0; round < proofContext.times(20); round += 1) {
      for (const [client, path, fields] of writeRequests) {
        for (const target of [path, `/_data?u=${encodeURIComponent(path)}`]) {
          for (const foreignHeaders of FOREIGN_ORIGIN_HEADERS) {
            for (const type of TYPES) {
              const headers = { 'content-type': type, cookie: client.cookie, ...foreignHeaders }
              const response = await new HttpClient(shop.url).fetch(target, {
                method: 'POST',
                headers,
                body: bodyOf(type, fields),
              })
              await response.text()
              checks.expect(
                response.status === 403,
                () =>
                  `${target} as ${type} with ${JSON.stringify(foreignHeaders)} was answered ${response.status}`,
              )
            }
          }
        }
      }
      for (const method of ['POST', 'DELETE', 'PUT', 'PATCH']) {
        const response = await customer
          .copy()
          .fetch('/api/session', { method, headers: { origin: 'https://elsewhere.example' } })
        checks.expect(
          response.status === 403,
          () => `${method} /api/session from elsewhere was answered ${response.status}`,
        )
      }
    }
    const after = await hashAllTables(db)
    for (const [table, rows] of after) checks.expect(rows === before.get(table), () => `${table} has changed`)
    checks.expect(
      (await readSignedInEmail(customer)) === customer.email,
      () => 'somebody was signed out from elsewhere',
    )
    for (const [client, path, fields, table] of writeRequests) {
      const rows = await hashTable(db, table)
      const response = await client.post(path, fields)
      const isDone = response.status < 400 && (await hashTable(db, table)) !== rows
      checks.expect(
        isDone,
        () =>
          `${path} ${fields['intent'] ?? ''} is no wish that anybody has: ${response.status}, and ${table} is as it was`,
      )
    }
    await db.query(
      'delete from accounts.administrator where user_id = (select id from accounts."user" where email = $1)',
      [staff.email],
    )
    return `${writeRequests.length} forms, ${FOREIGN_ORIGIN_HEADERS.length} kinds of elsewhere, ${TYPES.length} kinds of body; ${after.size} tables compared`
  },
}

function bodyOf(type: (typeof TYPES)[number], fields: Record<string, string>): string {
  if (type === 'application/json') return JSON.stringify(fields)
  if (type.startsWith('multipart')) {
    return `${Object.entries(fields)
      .map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--x--\r\n`
  }
  return new URLSearchParams(fields).toString()
}

/** Sends delayed emails of other steps now, so that none changes the database later. */
async function waitUntilIdle(db: DatabaseClient) {
  await db.query(
    `update outbox set available_at = now()
      where sent_at is null and leased_until is null and available_at > now() and available_at < 'infinity'`,
  )
  const due = `select from outbox where sent_at is null and available_at < 'infinity'`
  const until = Date.now() + IDLE_TIMEOUT_MS
  while (Date.now() < until && (await db.query(due)).length > 0) await pause(100)
}

/** Excludes the registry of cache nodes, which changes by itself. */
async function hashAllTables(db: DatabaseClient): Promise<Map<string, string>> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'accounts') and tablename <> 'cache_nodes'`,
  )
  const hashes = new Map<string, string>()
  for (const { name } of tables) hashes.set(name, await hashTable(db, name))
  return hashes
}

async function hashTable(db: DatabaseClient, name: string): Promise<string> {
  const [row] = await db.query<{ print: string }>(
    `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${name} t`,
  )
  return row!.print
}
