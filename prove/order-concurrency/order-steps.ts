import type { OrderStatus } from '#features/orders/order-status.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInAsAdmin, type HttpClient, type FormFields } from '#tests/fixtures/http/http-client.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'

export const DONE = 'done'

type OrderScenario = { url: string; db: DatabaseClient; owner: HttpClient; customers: HttpClient[] }
export async function createOrderScenario(
  proofContext: ProofContext,
  customers: number,
): Promise<OrderScenario> {
  const shop = await proofContext.shop()
  return {
    url: shop.url,
    db: await proofContext.db(),
    owner: await signInAsAdmin(shop.url),
    customers: await createSignedInCustomers(shop, customers),
  }
}

export async function step(client: HttpClient, path: string, fields: FormFields): Promise<string> {
  const page = await client.submit(path, fields)
  if (page.redirect) return page.redirect.to.includes('order-cancelled') ? DONE : 'redirected'
  const [actionResult] = Object.values(page.actionData ?? {}) as (
    | { kind?: string; message?: string }
    | undefined
  )[]
  if (actionResult?.kind) return actionResult.kind
  return actionResult?.message === undefined || actionResult.message.startsWith('Failed')
    ? 'failed'
    : 'refused'
}

export const postAdminOrderStep = (
  client: HttpClient,
  screen: 'list' | 'detail',
  order: string,
  fields: FormFields,
) =>
  step(client, screen === 'list' ? '/admin/orders' : `/admin/orders/${order}`, { order_id: order, ...fields })
export const advanceOrderFrom = (client: HttpClient, order: string, from: OrderStatus) =>
  postAdminOrderStep(client, 'list', order, { intent: 'move', expected_status: from })
