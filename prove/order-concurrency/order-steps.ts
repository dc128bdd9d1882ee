import type { OrderStatus } from '#shop/constants.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import { anAdmin, type Visitor, type Fields } from '#tests/fixtures/http/http-client.ts'
import type { Stage } from '#prove/runner/proof-context.ts'

export const DONE = 'done'

type World = { url: string; look: Look; owner: Visitor; customers: Visitor[] }
export async function worldOf(stage: Stage, customers: number): Promise<World> {
  const shop = await stage.shop()
  return { url: shop.url, look: await stage.look(), owner: await anAdmin(shop.url), customers: await manyCustomers(shop, customers) }
}

/** What somebody was answered to a step: 'done', 'refused', 'failed', or that they were sent away. */
export async function step(who: Visitor, path: string, fields: Fields): Promise<string> {
  const page = await who.submit(path, fields)
  if (page.redirect) return page.redirect.to.includes('order-cancelled') ? DONE : 'sent away'
  const [told] = Object.values(page.actionData ?? {}) as ({ kind?: string; message?: string } | undefined)[]
  if (told?.kind) return told.kind
  return told?.message === undefined || told.message.startsWith('Failed') ? 'failed' : 'refused'
}

export const officeStep = (who: Visitor, screen: 'list' | 'detail', order: string, fields: Fields) =>
  step(who, screen === 'list' ? '/admin/orders' : `/admin/orders/${order}`, { order_id: order, ...fields })
export const moveFrom = (who: Visitor, order: string, from: OrderStatus) => officeStep(who, 'list', order, { intent: 'move', expected_status: from })
