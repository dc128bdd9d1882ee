import { randomUUID } from 'node:crypto'
import { aProduct, type Good } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { place, aSubmit, send } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import { aCustomer, anAdmin, PASSWORD, Visitor, type SignedIn } from '#tests/fixtures/http/http-client.ts'
import type { SentForm } from '#prove/runner/form-fields.ts'
import type { Stage } from '#prove/runner/proof-context.ts'

export const ACTORS = ['visitor', 'expired customer', 'expired administrator', 'customer', 'former administrator', 'administrator'] as const
export type ActorName = (typeof ACTORS)[number]

export type Crowd = {
  url: string
  look: Look
  dataDir: string
  /** Each time with the cookies that they came with, whatever the last answer did to them. */
  as: (name: ActorName) => Visitor
  ids: { customer: string; other: string; former: string }
  /** What somebody else owns. */
  others: { order: string; key: string; email: string }
  own: { order: string }
  onSale: Good
  hidden: Good
}

const crowds = new WeakMap<Stage, Promise<Crowd>>()

/** Everybody whom a door may meet, with what is theirs and what is not; one crowd for all steps of a part. */
export function aCrowdOf(stage: Stage): Promise<Crowd> {
  const crowd = crowds.get(stage) ?? gather(stage)
  crowds.set(stage, crowd)
  return crowd
}

async function gather(stage: Stage): Promise<Crowd> {
  const { url, dataDir } = await stage.shop()
  const look = await stage.look()
  const idOf = async ({ email }: { email: string }) => (await look.query<{ id: string }>('select id from accounts."user" where email = $1', [email]))[0]!.id
  const [customer, other, expired] = (await manyCustomers({ url, dataDir }, 3)) as [SignedIn, SignedIn, SignedIn]
  const [former, gone, owner] = await Promise.all([
    aCustomer(url).then(anAdministrator), aCustomer(url).then(anAdministrator), anAdmin(url),
  ])
  const onSale = await aProduct(look, { name: 'Guarded Pepper', stock: 1000 })
  const hidden = await aProduct(look, { name: 'Withdrawn Pepper', stock: 1000, is_active: false })
  const submit = aSubmit([{ product: onSale, quantity: 1 }])
  const order = (await send(other, submit)).placed!.order_id
  const own = await place(customer, [{ product: onSale, quantity: 1 }])
  const ids = { customer: await idOf(customer), other: await idOf(other), former: former.id }
  // Losing the role ends the sessions; this one is there again, as after a backup, so that the role itself is asked for.
  const left = await look.query('select to_jsonb(s) as row from accounts.session s where user_id = $1 and for_administration', [former.id])
  await look.query('delete from accounts.administrator where user_id = $1', [former.id])
  await look.query('insert into accounts.session select * from jsonb_populate_recordset(null::accounts.session, $1)', [JSON.stringify(left.map(({ row }) => row))])
  await look.query(`update accounts.session set expires_at = now() - interval '1 minute' where user_id = any ($1)`, [[await idOf(expired), gone.id]])
  const cookies: Record<ActorName, Visitor> = {
    visitor: new Visitor(url), 'expired customer': expired, 'expired administrator': gone.office, customer, 'former administrator': former.office, administrator: owner,
  }
  return {
    url, look, dataDir, as: (name) => cookies[name].copy(), ids, own: { order: own }, onSale, hidden,
    others: { order, key: submit['idempotency_key']!, email: other.email },
  }

  async function anAdministrator({ email }: { email: string }) {
    const id = await idOf({ email })
    await look.query('insert into accounts.administrator (user_id) values ($1)', [id])
    return { id, office: await anAdmin(url, { email, password: PASSWORD }) }
  }
}

/** An answer as its reader sees it, without the time and with the id that was asked for left out. */
export async function seenBy(who: Visitor, path: string, asked: string, init: RequestInit = {}): Promise<string> {
  const answer = await who.copy().fetch(path, { ...init, headers: { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' } })
  const body = await answer.text()
  // A page that repeats what was asked for is another one for each address, and so are its marks.
  const unlike = new Set(['date', 'keep-alive', 'connection', ...(body.includes(asked) ? ['etag'] : [])])
  const told = [...answer.headers].filter(([name]) => !unlike.has(name))
  const text = `${answer.status}\n${told.map((line) => line.join(': ')).join('\n')}\n\n${body}`
  return text.replaceAll(asked, 'ASKED').replaceAll(asked.slice(0, 8).toUpperCase(), 'SHORT').replace(/"now":"[^"]+"/g, '"now":""')
}

export const form = (url: string, fields: SentForm): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields), headers: { origin: url } })
export const nobody = () => randomUUID()

/** Everything that no walk through closed doors may change. */
export async function stateOf(look: Look): Promise<string> {
  const tables = ['orders', 'order_items', 'order_history', 'products', 'categories', 'inventory_adjustments', 'user_profiles', 'pictures', 'outbox', 'accounts.administrator', 'accounts.account', 'accounts."user"']
  const sums = await Promise.all(tables.map(async (table) => {
    const [row] = await look.query<{ sum: string }>(
      `select coalesce(md5(string_agg((to_jsonb(t) - '{sent_at,available_at,attempts,leased_until,message_id,payload,last_error}'::text[])::text, ',' order by to_jsonb(t)::text)), '') as sum from ${table} t`,
    )
    return `${table} ${row!.sum}`
  }))
  return sums.join('\n')
}
