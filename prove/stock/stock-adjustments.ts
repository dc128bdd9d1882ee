import { randomUUID } from 'node:crypto'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { CheckCounter } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { writeOff } from './batch-histories.ts'
import type { Operation } from './stock-model.ts'

type AdjustmentHistory = { products: TestProduct[]; done: Operation[]; checks: CheckCounter }
type ActionResult = { kind?: string } | undefined

/** Refused if the product has fewer units. */
export async function adjustStock(
  client: HttpClient,
  { id }: TestProduct,
  change: number,
  { done, checks }: Pick<AdjustmentHistory, 'done' | 'checks'>,
) {
  const reason = `Counted ${randomUUID()}`
  const page = await client.submit(`/admin/products?stock=${id}`, {
    intent: 'stock',
    product_id: id,
    change: String(change),
    reason,
  })
  const actionResult = page.actionData?.['admin-products'] as ActionResult
  if (page.redirect) done.push({ event: 'adjusted', product: id, change, reason })
  checks.expect(
    Boolean(page.redirect) || actionResult?.kind === 'refused',
    () => `an adjustment: ${toShortJson(page.actionData)}`,
  )
}

/** Takes one unit more than a product and one more than a batch has, which random choices rarely do in the shortest run. */
export async function exceedFirstStock(
  owner: HttpClient,
  database: DatabaseClient,
  history: AdjustmentHistory,
) {
  const product = history.products[0]!
  const [{ stock, batch_id, remaining }] = (await database.query<{
    stock: number
    batch_id: string
    remaining: number
  }>(
    `select p.stock, b.id as batch_id, b.remaining from products p join product_batches b on b.product_id = p.id
      where p.id = $1 and b.remaining < p.stock order by b.id limit 1`,
    [product.id],
  )) as [{ stock: number; batch_id: string; remaining: number }]
  await adjustStock(owner, product, -stock - 1, history)
  await writeOff(owner, { product_id: product.id, batch_id, pieces: remaining + 1 }, history)
}
