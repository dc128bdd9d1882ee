import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import { Visitor } from '#tests/fixtures/http/http-client.ts'
import { whoIs } from './sessions.ts'
import { aFailedMail, everyWish } from './write-requests.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests } from '#prove/runner/short-run.ts'

const ELSEWHERE: Record<string, string>[] = [
  { origin: 'https://elsewhere.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', referer: 'https://elsewhere.example/' }, { origin: 'HTTP://127.0.0.1' }, { origin: 'http://127.0.0.1.elsewhere.example' },
]
const TYPES = ['application/x-www-form-urlencoded', 'text/plain', 'application/json', 'multipart/form-data; boundary=x'] as const

export const foreign: Step = {
  name: 'foreign',
  asks: 'every form and service, sent from another site’s page with somebody’s cookies, in every kind that browsers send: refused, and nothing in the database has changed',
  async prove(stage, tries) {
    const shop = await stage.shop()
    const look = await stage.look()
    const { customer, staff, wishes } = await everyWish(shop.url, look)
    // The mails of their orders are still being sent.
    await stillness(look)
    const mail_id = await aFailedMail(look)
    wishes.push([staff, '/admin/dashboard', { intent: 'send-again', mail_id }, 'public.outbox'])
    wishes.push([staff, '/admin/dashboard', { intent: 'test-email' }, 'public.audit_events'])
    const before = await allRows(look)
    for (let round = 0; round < stage.times(20); round += 1) {
      for (const [who, path, fields] of wishes) {
        for (const target of [path, `/_data?u=${encodeURIComponent(path)}`]) {
          for (const elsewhere of ELSEWHERE) {
            for (const type of isForTests(stage) ? TYPES.slice(0, 1) : TYPES) {
              const headers = { 'content-type': type, cookie: who.cookie, ...elsewhere }
              const answer = await new Visitor(shop.url).fetch(target, { method: 'POST', headers, body: bodyOf(type, fields) })
              await answer.text()
              tries.expect(answer.status === 403, () => `${target} as ${type} with ${JSON.stringify(elsewhere)} was answered ${answer.status}`)
            }
          }
        }
      }
      for (const method of ['POST', 'DELETE', 'PUT', 'PATCH']) {
        const answer = await customer.copy().fetch('/api/session', { method, headers: { origin: 'https://elsewhere.example' } })
        tries.expect(answer.status === 403, () => `${method} /api/session from elsewhere was answered ${answer.status}`)
      }
    }
    const after = await allRows(look)
    for (const [table, rows] of after) tries.expect(rows === before.get(table), () => `${table} has changed`)
    tries.expect((await whoIs(customer)) === customer.email, () => 'somebody was signed out from elsewhere')
    // Each would have changed something: from the shop's own page it does.
    for (const [who, path, fields, table] of wishes) {
      const rows = (await allRows(look)).get(table)
      const answer = await who.post(path, fields)
      const isDone = answer.status < 400 && (await allRows(look)).get(table) !== rows
      tries.expect(isDone, () => `${path} ${fields['intent'] ?? ''} is no wish that anybody has: ${answer.status}, and ${table} is as it was`)
    }
    await look.query('delete from accounts.administrator where user_id = (select id from accounts."user" where email = $1)', [staff.email])
    return `${wishes.length} forms, ${ELSEWHERE.length} kinds of elsewhere, ${TYPES.length} kinds of body; ${after.size} tables compared`
  },
}

function bodyOf(type: (typeof TYPES)[number], fields: Record<string, string>): string {
  if (type === 'application/json') return JSON.stringify(fields)
  if (type.startsWith('multipart')) {
    return `${Object.entries(fields).map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`
  }
  return new URLSearchParams(fields).toString()
}

async function stillness(look: Look) {
  for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if ((await look.query('select from outbox where sent_at is null and held_for_user_id is null and dropped_at is null')).length === 0) return
  }
}

/** A fingerprint of every row of every table but the one in which the processes of the shop say that they are there. */
async function allRows(look: Look): Promise<Map<string, string>> {
  const tables = await look.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'accounts') and tablename <> 'page_nodes'`,
  )
  const prints = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await look.query<{ print: string }>(`select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${name} t`)
    prints.set(name, row!.print)
  }
  return prints
}
