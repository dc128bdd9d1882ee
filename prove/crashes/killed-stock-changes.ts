import { randomUUID } from 'node:crypto'
import { countField, type StockTake } from '#features/stock/stock-takes/stock-take.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { insertCategory, insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { FormFields } from '#tests/fixtures/http/http-client.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { randomInteger } from '#prove/runner/seeded-random.ts'
import { createKilledChanges, type PrepareChange } from './killed-changes.ts'

const PRODUCTS = 40
/** The maximum of a delivery. */
export const DELIVERY_LINES = 200

export const deliveryForm = (
  delivery_id: string,
  lines: readonly (readonly [productId: string, quantity: number])[],
): FormFields => ({
  intent: 'receive',
  delivery_id,
  version: '0',
  reason: 'Delivery',
  products: lines.map(([product]) => product).join(' '),
  ...Object.fromEntries(lines.map(([, quantity], index) => [`quantity-${index}`, String(quantity)])),
})

const delivery: PrepareChange = async ({ database, random }) => {
  const { products } = await insertShelf(database, PRODUCTS)
  const lines = Array.from(
    { length: DELIVERY_LINES },
    (_, index) => [products[index % PRODUCTS]!.id, randomInteger(1, 9, random)] as const,
  )
  const id = randomUUID()
  return {
    path: '/admin/stock/deliveries/new',
    form: deliveryForm(id, lines),
    counts: `
      select (select count(*)::int from deliveries d where d.id = $1 and d.received_at is not null) as deliveries,
             (select count(*)::int from product_batches b where b.delivery_id = $1) as batches,
             (select count(*)::int from product_batches b join batch_movements m on m.batch_id = b.id where b.delivery_id = $1) as movements,
             (select count(*)::int from product_batches b join inventory_adjustments a on a.batch_id = b.id where b.delivery_id = $1) as ledger`,
    parameters: [id],
    all: { deliveries: 1, batches: DELIVERY_LINES, movements: DELIVERY_LINES, ledger: DELIVERY_LINES },
    stop: {
      table: 'inventory_adjustments',
      event: 'insert',
      when: `new.product_id = '${products.at(-1)!.id}'`,
    },
  }
}

const stockTake: PrepareChange = async ({ owner, database, random }) => {
  const { category } = await insertShelf(database, PRODUCTS)
  const id = randomUUID()
  const path = `/admin/stock/takes/count?take=${id}`
  await owner.submit('/admin/stock/takes', { take_id: id, scope: category })
  const { take } = (await owner.page(path)).loaderData!['admin-stock-take'] as { take: StockTake }
  const counts = take.lines.map((line) => [
    countField(line.id),
    String(line.on_shelf + randomInteger(1, 5, random)),
  ])
  const reason = `Counted ${id}`
  return {
    path,
    form: {
      intent: 'apply',
      take_id: id,
      version: String(take.version),
      reason,
      ...Object.fromEntries(counts),
    },
    counts: `
      select (select count(*)::int from stock_takes t where t.id = $2 and t.applied_at is not null) as takes,
             (select count(*)::int from inventory_adjustments where reason = $1) as ledger`,
    parameters: [reason, id],
    all: { takes: 1, ledger: PRODUCTS },
    stop: { table: 'inventory_adjustments', event: 'insert', when: `new.reason = '${reason}'` },
  }
}

export const killedStockChanges: ProofStep = createKilledChanges({
  name: 'stock-kills',
  scenario:
    'kill -9 of the shop, of PostgreSQL or of the backend while a delivery of 200 lines is received and a stock-take applied: all or nothing, all of it if it was acknowledged, and once if it is sent again',
  changes: { delivery, 'stock-take': stockTake },
  rounds: 60,
  maxKillDelayMs: 120,
})

export async function insertShelf(
  database: DatabaseClient,
  count: number,
): Promise<{ category: string; name: string; products: TestProduct[] }> {
  const name = `Counted ${randomUUID()}`
  const category = await insertCategory(database, name)
  const products: TestProduct[] = []
  for (let index = 0; index < count; index += 1)
    products.push(await insertProduct(database, { stock: 5, category_id: category }))
  return { category, name, products }
}
