import { randomUUID } from 'node:crypto'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import type { RecallableBatch } from '#shop/stock/recalls/recall.ts'
import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { CheckCounter } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { pickRandom, randomInteger, type Random } from '#prove/runner/seeded-random.ts'
import type { BatchRecords } from './batch-model.ts'
import type { DeliveredLine, Operation } from './stock-model.ts'

type BatchHistory = { products: TestProduct[]; done: Operation[]; checks: CheckCounter }
type ActionResult = { kind?: string; message?: string } | undefined

/** So that the shortest run meets batches, and those that may not be sold, from its first order on. */
export async function receiveFirstBatches(
  client: HttpClient,
  database: DatabaseClient,
  history: BatchHistory,
  random: Random,
) {
  const today = londonDay(new Date())
  for (const product of history.products) {
    await sendDelivery(
      client,
      [400, 5, 40, 5].map((days, index) => ({
        product: product.id,
        quantity: 8,
        batch_number: `First ${index}`,
        best_before: addDays(today, days),
      })),
      1,
      history,
    )
    if (history.products.indexOf(product) % 2 === 0) await expireBatch(database, product, random)
    else await recallBatch(client, product, history, random)
  }
}

/** An owner's turn at the batches of the contested products. */
export async function actOnBatches(
  client: HttpClient,
  database: DatabaseClient,
  history: BatchHistory,
  random: Random,
) {
  const choice = random()
  if (choice < 0.8) return receiveDelivery(client, history, random)
  const product = pickRandom(history.products, random)
  if (choice < 0.9) return expireBatch(database, product, random)
  return recallBatch(client, product, history, random)
}

/** Of one to three lines, some for one product; some forms are sent twice at once. */
async function receiveDelivery(client: HttpClient, history: BatchHistory, random: Random) {
  const today = londonDay(new Date())
  const days = ['', today, addDays(today, 5), addDays(today, 40), addDays(today, 400)]
  const lines = Array.from({ length: randomInteger(1, 3, random) }, () => ({
    product: pickRandom(history.products, random).id,
    quantity: randomInteger(1, 6, random),
    batch_number: random() < 0.8 ? randomUUID().slice(0, 8) : '',
    best_before: pickRandom(days, random),
  }))
  return sendDelivery(client, lines, random() < 0.3 ? 2 : 1, history)
}

async function sendDelivery(
  client: HttpClient,
  lines: DeliveredLine[],
  copies: number,
  { done, checks }: BatchHistory,
) {
  const reason = `Delivery ${randomUUID()}`
  const form = {
    intent: 'receive',
    delivery_id: randomUUID(),
    version: '0',
    supplier: 'Wholesaler',
    reason,
    products: lines.map(({ product }) => product).join(' '),
    ...Object.fromEntries(
      lines.flatMap(({ quantity, batch_number, best_before }, index) => [
        [`quantity-${index}`, String(quantity)],
        [`batch_number-${index}`, batch_number],
        [`best_before-${index}`, best_before],
      ]),
    ),
  }
  const pages = await Promise.all(
    Array.from({ length: copies }, () => client.submit('/admin/stock/deliveries/new', form)),
  )
  if (pages.some(({ redirect }) => redirect)) done.push({ event: 'delivered', reason, lines })
  checks.expect(
    pages.every((page) => page.redirect || resultOf(page.actionData, 'admin-delivery') === 'refused') &&
      pages.filter(({ redirect }) => redirect).length === 1,
    () => `a delivery: ${toShortJson(pages.map(({ actionData }) => actionData))}`,
  )
}

async function recallBatch(
  client: HttpClient,
  { id: product_id }: TestProduct,
  { done, checks }: BatchHistory,
  random: Random,
) {
  const shown = await client.page(`/admin/recalls?product=${product_id}`)
  const chosen = (shown.loaderData?.['admin-recalls'] as { chosen: { batches: RecallableBatch[] } | null })
    .chosen
  const batches = chosen?.batches.filter(({ is_unrecorded }) => !is_unrecorded) ?? []
  if (batches.length === 0) return
  const batch = pickRandom(batches, random).id
  const page = await client.submit('/admin/recalls', {
    intent: 'start',
    recall_id: randomUUID(),
    product_id,
    batches: batch,
    reason: 'Undeclared sesame',
    customer_text: 'Please return it.',
  })
  if (page.redirect) done.push({ event: 'recalled', batch })
  checks.expect(
    Boolean(page.redirect) || resultOf(page.actionData, 'admin-recalls') === 'refused',
    () => `a recall: ${toShortJson(page.actionData)}`,
  )
}

/** As if days passed: the clock of the database is not changed. */
async function expireBatch(database: DatabaseClient, { id }: TestProduct, random: Random) {
  await database.query(`
    do $$ begin
      perform from products where id = '${id}' for no key update;
      update product_batches set best_before = (now() at time zone 'Europe/London')::date - 1
       where id = (select id from product_batches where product_id = '${id}' and not is_unrecorded and remaining > 0
                    order by id offset ${randomInteger(0, 2, random)} limit 1);
      update products set sellable_stock = sellable_stock(id, stock) where id = '${id}' and sellable_stock is not null;
    end $$`)
}

const resultOf = (actionData: Record<string, unknown> | null | undefined, page: string) =>
  (actionData?.[page] as ActionResult)?.kind

/** Notes after which row of its ledger a product's batch was made or changed. The writer holds the product, so that the row is exact. */
export const recordBatchStates = (database: DatabaseClient) =>
  database.query(`
    do $do$ begin
      create table batch_states (id bigint generated always as identity, batch_id uuid, product_id uuid, is_unrecorded boolean, is_recalled boolean,
        batch_number text, best_before text, received_at text, opening_quantity integer, after_id bigint);
      create function record_batch_state() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        insert into batch_states (batch_id, product_id, is_unrecorded, is_recalled, batch_number, best_before, received_at, opening_quantity, after_id)
        select new.id, new.product_id, new.is_unrecorded, new.is_recalled, new.batch_number, to_char(new.best_before, 'YYYY-MM-DD'),
               to_char(new.received_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), new.opening_quantity,
               coalesce(max(a.id), 0) from inventory_adjustments a where a.product_id = new.product_id;
        return null;
      end $$;
      create trigger record_batch_state after insert or update of is_recalled, best_before, batch_number on product_batches
        for each row execute function record_batch_state();
    end $do$`)

/** Each query sees one moment. */
export async function compareSums(database: DatabaseClient, products: TestProduct[], checks: CheckCounter) {
  const wrong = await database.query(
    `select p.id, p.stock, p.sellable_stock, ledger.sum as ledger, batch.sum as batches, batch.sellable
       from products p
       cross join lateral (select sum(a.quantity_change) from inventory_adjustments a where a.product_id = p.id) ledger
       cross join lateral (select sum(b.remaining), sum(b.remaining) filter (where is_batch_sellable(b.best_before, b.is_recalled)) as sellable
                             from product_batches b where b.product_id = p.id) batch
      where p.id = any ($1) and (p.stock <> ledger.sum or p.stock < 0
         or (batch.sum, coalesce(batch.sellable, 0)) is distinct from (p.stock, p.sellable_stock) and p.sellable_stock is not null)`,
    [products.map(({ id }) => id)],
  )
  checks.add(
    products.length,
    wrong.map((one) => `stock, ledger and batches differ: ${toShortJson(one)}`),
  )
}

export async function readBatchRecords(
  database: DatabaseClient,
  products: TestProduct[],
): Promise<BatchRecords> {
  const ids = [products.map(({ id }) => id)]
  return {
    today: londonDay(new Date()),
    states: await database.query(
      'select batch_id, product_id, is_unrecorded, is_recalled, batch_number, best_before, received_at, opening_quantity, after_id::int from batch_states where product_id = any ($1) order by id',
      ids,
    ),
    ledger: await database.query(
      'select id::int, product_id, order_id, quantity_change, action_type, batch_id from inventory_adjustments where product_id = any ($1) order by inventory_adjustments.id',
      ids,
    ),
    movements: await database.query(
      'select m.adjustment_id::int, m.batch_id, m.quantity_change from batch_movements m join product_batches b on b.id = m.batch_id where b.product_id = any ($1) order by m.id',
      ids,
    ),
    batches: await database.query(
      'select id, product_id, remaining from product_batches where product_id = any ($1)',
      ids,
    ),
    products: await database.query('select id, stock, sellable_stock from products where id = any ($1)', ids),
  }
}

/** Acknowledged deliveries and recalls against the batches that they made and stopped. */
export function findBatchOperationDifferences(
  done: readonly Operation[],
  { states }: BatchRecords,
): string[] {
  const wrong: string[] = []
  const made = new Map<string, number>()
  const keyOf = (product: string, number: string | null, day: string | null) =>
    `${product} ${number ?? ''} ${day ?? ''}`
  const seen = new Set<string>()
  const recalled = new Set<string>()
  for (const { batch_id, product_id, batch_number, best_before, is_unrecorded, is_recalled } of states) {
    if (is_recalled) recalled.add(batch_id)
    if (seen.has(batch_id) || is_unrecorded) continue
    seen.add(batch_id)
    const key = keyOf(product_id, batch_number, best_before)
    made.set(key, (made.get(key) ?? 0) + 1)
  }
  for (const operation of done) {
    if (operation.event === 'recalled' && !recalled.delete(operation.batch))
      wrong.push(`batch ${operation.batch} was not recalled, or twice, and somebody was told of it`)
    if (operation.event !== 'delivered') continue
    for (const { product, batch_number, best_before } of operation.lines) {
      const key = keyOf(product, batch_number, best_before)
      made.set(key, (made.get(key) ?? 0) - 1)
    }
  }
  for (const [key, count] of made)
    if (count !== 0) wrong.push(`of batch ${key} there are ${count} more than were delivered`)
  for (const batch of recalled) wrong.push(`batch ${batch} was recalled, which nobody was told`)
  return wrong
}

const BATCHES = 'db/triggers/product_batches.sql'

export const batchHistoryMutants: Mutant[] = [
  {
    guard: 'the batch that expires first is sold first',
    step: 'random-histories',
    file: BATCHES,
    from: 'order by b.is_recalled, b.is_unrecorded desc, b.best_before, b.received_at, b.id',
    to: 'order by b.is_recalled, b.is_unrecorded desc, b.best_before desc, b.received_at, b.id',
  },
  {
    guard: 'a sale takes nothing of batches that are recalled or past their best-before',
    step: 'random-histories',
    file: BATCHES,
    from: 'and (not v_change.is_sale or public.is_batch_sellable(b.best_before, b.is_recalled))',
    to: '',
  },
  {
    guard: 'what comes back returns to the batches of its order',
    step: 'random-histories',
    file: BATCHES,
    from: 'where b.product_id = v_change.product_id and taken.quantity > 0',
    to: 'where false',
  },
  {
    guard: 'checkout and edits count only what may be sold',
    step: 'random-histories',
    file: 'db/procedures/batches/is_batch_sellable.sql',
    from: 'select p_stock - coalesce(sum(b.remaining), 0)::integer',
    to: 'select p_stock - 0 * coalesce(sum(b.remaining), 0)::integer',
  },
]
