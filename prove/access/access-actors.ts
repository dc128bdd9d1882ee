import { randomUUID } from 'node:crypto'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { signInNewAdministrator } from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import {
  placeOrderOverHttp,
  createCheckoutForm,
  sendCheckout,
} from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInAsAdmin, HttpClient, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import type { FormSubmission } from '#prove/runner/form-fields.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'

export const ACTORS = [
  'visitor',
  'expired customer',
  'expired administrator',
  'customer',
  'former administrator',
  'suspended administrator',
  'packer',
  'manager',
  'administrator',
] as const
export type ActorName = (typeof ACTORS)[number]

/** An administrator may also shop; an expired session gives access to public pages only. */
export const ALLOWED_ROUTES: Record<ActorName, readonly string[]> = {
  visitor: ['public'],
  'expired customer': ['public'],
  'expired administrator': ['public'],
  customer: ['public', 'customer'],
  'former administrator': ['public', 'customer'],
  'suspended administrator': ['public', 'customer'],
  packer: ['public', 'customer', 'admin'],
  manager: ['public', 'customer', 'admin'],
  administrator: ['public', 'customer', 'admin'],
}
export const ADMIN_ROLES: Partial<Record<ActorName, AdministratorRole>> = {
  packer: 'packer',
  manager: 'manager',
  administrator: 'owner',
}

export type AccessScenario = {
  url: string
  db: DatabaseClient
  dataDir: string
  /** Uses the actor's original cookies. */
  as: (name: ActorName) => HttpClient
  ids: Record<'customer' | 'other' | 'former' | 'suspended' | 'manager' | 'packer', string>
  others: { order: string; key: string; email: string }
  own: { order: string }
  onSale: TestProduct
  hidden: TestProduct
}

const scenarios = new WeakMap<ProofContext, Promise<AccessScenario>>()

export function getAccessScenario(proofContext: ProofContext): Promise<AccessScenario> {
  const scenario = scenarios.get(proofContext) ?? createAccessScenario(proofContext)
  scenarios.set(proofContext, scenario)
  return scenario
}

async function createAccessScenario(proofContext: ProofContext): Promise<AccessScenario> {
  const { url, dataDir } = await proofContext.shop()
  const db = await proofContext.db()
  const idOf = async ({ email }: { email: string }) =>
    (await db.query<{ id: string }>('select id from accounts."user" where email = $1', [email]))[0]!.id
  const [customer, other, expired] = (await createSignedInCustomers({ url, dataDir }, 3)) as [
    SignedInClient,
    SignedInClient,
    SignedInClient,
  ]
  const createAdmin = (role: AdministratorRole) => signInNewAdministrator(url, db, role)
  const [former, suspended, expiredAdmin, manager, packer, owner] = await Promise.all([
    createAdmin('owner'),
    createAdmin('owner'),
    createAdmin('owner'),
    createAdmin('manager'),
    createAdmin('packer'),
    signInAsAdmin(url),
  ])
  const onSale = await insertProduct(db, { name: 'Guarded Pepper', stock: 1000 })
  const hidden = await insertProduct(db, { name: 'Withdrawn Pepper', stock: 1000, is_active: false })
  const checkoutForm = createCheckoutForm([{ product: onSale, quantity: 1 }])
  const order = (await sendCheckout(other, checkoutForm)).placed!.order_id
  const own = await placeOrderOverHttp(customer, [{ product: onSale, quantity: 1 }])
  const ids = {
    customer: await idOf(customer),
    other: await idOf(other),
    former: former.id,
    suspended: suspended.id,
    manager: manager.id,
    packer: packer.id,
  }
  // Losing or suspending the role ends the sessions; they are restored, as from a backup, so that the role
  // itself must be checked.
  const adminSessions = await db.query(
    'select to_jsonb(s) as row from accounts.session s where user_id = any ($1) and is_admin_session',
    [[former.id, suspended.id]],
  )
  await db.query('delete from accounts.administrator where user_id = $1', [former.id])
  await db.query('update accounts.administrator set suspended_at = now() where user_id = $1', [suspended.id])
  await db.query(
    'insert into accounts.session select * from jsonb_populate_recordset(null::accounts.session, $1)',
    [JSON.stringify(adminSessions.map(({ row }) => row))],
  )
  await db.query(
    `update accounts.session set expires_at = now() - interval '1 minute' where user_id = any ($1)`,
    [[await idOf(expired), expiredAdmin.id]],
  )
  const cookies: Record<ActorName, HttpClient> = {
    visitor: new HttpClient(url),
    'expired customer': expired,
    'expired administrator': expiredAdmin.client,
    customer,
    'former administrator': former.client,
    'suspended administrator': suspended.client,
    packer: packer.client,
    manager: manager.client,
    administrator: owner,
  }
  return {
    url,
    db,
    dataDir,
    as: (name) => cookies[name].copy(),
    ids,
    own: { order: own },
    onSale,
    hidden,
    others: { order, key: checkoutForm['idempotency_key']!, email: other.email },
  }
}

export async function readResponseAs(
  who: HttpClient,
  path: string,
  requestedId: string,
  init: RequestInit = {},
): Promise<string> {
  const response = await who
    .copy()
    .fetch(path, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'accept-encoding': 'identity' },
    })
  const body = await response.text()
  // A page that contains the requested ID has another ETag for each ID.
  const ignoredHeaders = new Set([
    'date',
    'x-request-id',
    'keep-alive',
    'connection',
    ...(body.includes(requestedId) ? ['etag'] : []),
  ])
  const comparedHeaders = [...response.headers].filter(([name]) => !ignoredHeaders.has(name))
  const text = `${response.status}\n${comparedHeaders.map((line) => line.join(': ')).join('\n')}\n\n${body}`
  return text
    .replaceAll(requestedId, 'ASKED')
    .replaceAll(requestedId.slice(0, 8).toUpperCase(), 'SHORT')
    .replace(/"now":"[^"]+"/g, '"now":""')
}

export const formRequest = (url: string, fields: FormSubmission): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: { origin: url },
})
export const randomId = () => randomUUID()

/** Covers everything that unauthorised requests must not change. */
export async function readStateHash(db: DatabaseClient): Promise<string> {
  const tables = [
    'orders',
    'order_items',
    'order_history',
    'products',
    'categories',
    'inventory_adjustments',
    'user_profiles',
    'pictures',
    'outbox',
    'accounts.administrator',
    'accounts.account',
    'accounts."user"',
  ]
  const sums = await Promise.all(
    tables.map(async (table) => {
      const [row] = await db.query<{ sum: string }>(
        `select coalesce(md5(string_agg((to_jsonb(t) - '{sent_at,available_at,attempts,leased_until,message_id,payload,last_error}'::text[])::text, ',' order by to_jsonb(t)::text)), '') as sum from ${table} t`,
      )
      return `${table} ${row!.sum}`
    }),
  )
  return sums.join('\n')
}
