import { randomUUID } from 'node:crypto'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { placeOrderOverHttp, createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewCustomer, signInAsAdmin, PASSWORD, HttpClient, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import type { FormSubmission } from '#prove/runner/form-fields.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'

export const ACTORS = ['visitor', 'expired customer', 'expired administrator', 'customer', 'former administrator', 'administrator'] as const
export type ActorName = (typeof ACTORS)[number]

export type AccessScenario = {
  url: string
  db: DatabaseClient
  dataDir: string
  /** Each time with the cookies that they came with, whatever the last answer did to them. */
  as: (name: ActorName) => HttpClient
  ids: { customer: string; other: string; former: string }
  /** What somebody else owns. */
  others: { order: string; key: string; email: string }
  own: { order: string }
  onSale: TestProduct
  hidden: TestProduct
}

const scenarios = new WeakMap<ProofContext, Promise<AccessScenario>>()

/** Everybody whom a door may meet, with what is theirs and what is not; one crowd for all steps of a part. */
export function getAccessScenario(proofContext: ProofContext): Promise<AccessScenario> {
  const crowd = scenarios.get(proofContext) ?? createAccessScenario(proofContext)
  scenarios.set(proofContext, crowd)
  return crowd
}

async function createAccessScenario(proofContext: ProofContext): Promise<AccessScenario> {
  const { url, dataDir } = await proofContext.shop()
  const db = await proofContext.db()
  const idOf = async ({ email }: { email: string }) => (await db.query<{ id: string }>('select id from accounts."user" where email = $1', [email]))[0]!.id
  const [customer, other, expired] = (await createSignedInCustomers({ url, dataDir }, 3)) as [SignedInClient, SignedInClient, SignedInClient]
  const [former, gone, owner] = await Promise.all([
    signInNewCustomer(url).then(anAdministrator), signInNewCustomer(url).then(anAdministrator), signInAsAdmin(url),
  ])
  const onSale = await insertProduct(db, { name: 'Guarded Pepper', stock: 1000 })
  const hidden = await insertProduct(db, { name: 'Withdrawn Pepper', stock: 1000, is_active: false })
  const checkoutForm = createCheckoutForm([{ product: onSale, quantity: 1 }])
  const order = (await sendCheckout(other, checkoutForm)).placed!.order_id
  const own = await placeOrderOverHttp(customer, [{ product: onSale, quantity: 1 }])
  const ids = { customer: await idOf(customer), other: await idOf(other), former: former.id }
  // Losing the role ends the sessions; this one is there again, as after a backup, so that the role itself is asked for.
  const left = await db.query('select to_jsonb(s) as row from accounts.session s where user_id = $1 and is_admin_session', [former.id])
  await db.query('delete from accounts.administrator where user_id = $1', [former.id])
  await db.query('insert into accounts.session select * from jsonb_populate_recordset(null::accounts.session, $1)', [JSON.stringify(left.map(({ row }) => row))])
  await db.query(`update accounts.session set expires_at = now() - interval '1 minute' where user_id = any ($1)`, [[await idOf(expired), gone.id]])
  const cookies: Record<ActorName, HttpClient> = {
    visitor: new HttpClient(url), 'expired customer': expired, 'expired administrator': gone.office, customer, 'former administrator': former.office, administrator: owner,
  }
  return {
    url, db, dataDir, as: (name) => cookies[name].copy(), ids, own: { order: own }, onSale, hidden,
    others: { order, key: checkoutForm['idempotency_key']!, email: other.email },
  }

  async function anAdministrator({ email }: { email: string }) {
    const id = await idOf({ email })
    await db.query('insert into accounts.administrator (user_id) values ($1)', [id])
    return { id, office: await signInAsAdmin(url, { email, password: PASSWORD }) }
  }
}

/** An answer as its reader sees it, without the time and with the id that was asked for left out. */
export async function readResponseAs(who: HttpClient, path: string, asked: string, init: RequestInit = {}): Promise<string> {
  const answer = await who.copy().fetch(path, { ...init, headers: { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' } })
  const body = await answer.text()
  // A page that repeats what was asked for is another one for each address, and so are its marks.
  const ignoredHeaders = new Set(['date', 'keep-alive', 'connection', ...(body.includes(asked) ? ['etag'] : [])])
  const comparedHeaders = [...answer.headers].filter(([name]) => !ignoredHeaders.has(name))
  const text = `${answer.status}\n${comparedHeaders.map((line) => line.join(': ')).join('\n')}\n\n${body}`
  return text.replaceAll(asked, 'ASKED').replaceAll(asked.slice(0, 8).toUpperCase(), 'SHORT').replace(/"now":"[^"]+"/g, '"now":""')
}

export const formRequest = (url: string, fields: FormSubmission): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields), headers: { origin: url } })
export const randomId = () => randomUUID()

/** Everything that no walk through closed doors may change. */
export async function readStateHash(db: DatabaseClient): Promise<string> {
  const tables = ['orders', 'order_items', 'order_history', 'products', 'categories', 'inventory_adjustments', 'user_profiles', 'pictures', 'outbox', 'accounts.administrator', 'accounts.account', 'accounts."user"']
  const sums = await Promise.all(tables.map(async (table) => {
    const [row] = await db.query<{ sum: string }>(
      `select coalesce(md5(string_agg((to_jsonb(t) - '{sent_at,available_at,attempts,leased_until,message_id,payload,last_error}'::text[])::text, ',' order by to_jsonb(t)::text)), '') as sum from ${table} t`,
    )
    return `${table} ${row!.sum}`
  }))
  return sums.join('\n')
}
