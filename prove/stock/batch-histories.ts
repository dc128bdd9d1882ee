import { randomUUID } from 'node:crypto'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import type { ProductBatch } from '#features/stock/batches/batch-change.ts'
import type { RecallableBatch } from '#features/stock/recalls/recall.ts'
import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { CheckCounter } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { pickRandom, randomInteger, type Random } from '#prove/runner/seeded-random.ts'
import { takeStock } from './stock-take-histories.ts'
import type { DeliveredLine, Operation } from './stock-model.ts'

type BatchHistory = {
  products: TestProduct[]
  done: Operation[]
  checks: CheckCounter
  /** Recalls of one batch each. */
  recalls: { id: string; product: string }[]
}
type ActionResult = { kind?: string; message?: string } | undefined

/** Even the shortest run then has batches, some not sellable, from its first order on. */
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

/** An owner's random action on batches of the contested products. */
export async function actOnBatches(
  client: HttpClient,
  database: DatabaseClient,
  history: BatchHistory,
  random: Random,
) {
  const choice = random()
  if (choice < 0.5) return receiveDelivery(client, history, random)
  if (choice < 0.65) return takeStock(client, history, random)
  const product = pickRandom(history.products, random)
  if (choice < 0.8) return changeBatch(client, product, history, random)
  if (choice < 0.85) return expireBatch(database, product, random)
  if (choice < 0.93 && history.recalls.length > 0) return endRecall(client, history, random)
  return recallBatch(client, product, history, random)
}

/** A delivery has one to three lines, some for the same product; some forms are sent twice at once. */
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
  { done, checks, recalls }: BatchHistory,
  random: Random,
) {
  const shown = await client.page(`/admin/recalls?product=${product_id}`)
  const chosen = (shown.loaderData!['admin-recalls'] as { chosen: { batches: RecallableBatch[] } | null })
    .chosen
  const batches = chosen?.batches.filter(({ is_unrecorded }) => !is_unrecorded) ?? []
  if (batches.length === 0) return
  const batch = pickRandom(batches, random).id
  const recall_id = randomUUID()
  const page = await client.submit('/admin/recalls', {
    intent: 'start',
    recall_id,
    product_id,
    batches: batch,
    reason: 'Undeclared sesame',
    customer_text: 'Please return it.',
  })
  if (page.redirect) {
    done.push({ event: 'recalled', batch })
    recalls.push({ id: recall_id, product: product_id })
  }
  checks.expect(
    Boolean(page.redirect) || resultOf(page.actionData, 'admin-recalls') === 'refused',
    () => `a recall: ${toShortJson(page.actionData)}`,
  )
}

/** Two forms at once, some with different outcomes: one of them ends the recall. */
async function endRecall(client: HttpClient, { done, checks, recalls }: BatchHistory, random: Random) {
  const { id, product } = pickRandom(recalls, random)
  const ends = ['sell-again', pickRandom(['sell-again', 'write-off'], random)].map((intent) => ({
    intent,
    recall_id: id,
    end_reason: `End ${randomUUID()}`,
  }))
  const pages = await Promise.all(ends.map((end) => client.submit(`/admin/recalls?recall=${id}`, end)))
  const results = pages.map(({ actionData }) => actionData?.['admin-recalls'] as ActionResult)
  for (const [index, end] of ends.entries()) {
    const pieces = Number(/\d+/.exec(results[index]?.message ?? '')?.[0] ?? 0)
    if (results[index]?.kind === 'done' && end.intent === 'write-off' && pieces > 0)
      done.push({ event: 'adjusted', product, change: -pieces, reason: end.end_reason })
  }
  checks.expect(
    results.every((result) => result?.kind === 'done' || result?.kind === 'refused') &&
      results.filter((result) => result?.kind === 'done').length <= 1,
    () => `the end of a recall: ${toShortJson(results)}`,
  )
}

/** Corrects the best-before, or writes units off, sometimes more than there are. */
async function changeBatch(
  client: HttpClient,
  { id: product_id }: TestProduct,
  history: BatchHistory,
  random: Random,
) {
  const batch = pickRandom(await readBatches(client, product_id), random)
  if (random() >= 0.5) return correctBatch(client, product_id, batch, history, random)
  return writeOff(client, { product_id, batch_id: batch.id, pieces: randomInteger(1, 9, random) }, history)
}

export async function correctFirstBatch(client: HttpClient, history: BatchHistory, random: Random) {
  const { id } = history.products[0]!
  const recorded = (await readBatches(client, id)).find(({ batch_number }) => batch_number !== null)!
  return correctBatch(client, id, recorded, history, random)
}

async function readBatches(client: HttpClient, product_id: string): Promise<ProductBatch[]> {
  const page = await client.page(batchesPath(product_id))
  return (page.loaderData!['admin-batches'] as { product: { batches: ProductBatch[] } }).product.batches
}

/** Uses two forms that were opened at the same time. */
async function correctBatch(
  client: HttpClient,
  product_id: string,
  { id: batch_id, batch_number, best_before }: ProductBatch,
  { checks }: BatchHistory,
  random: Random,
) {
  const today = londonDay(new Date())
  const days = [-1, 3, 60, 500].map((after) => addDays(today, after)).filter((day) => day !== best_before)
  const seen = { seen_number: batch_number ?? '', seen_best_before: best_before ?? '' }
  const kinds = await Promise.all(
    [pickRandom(days, random), pickRandom(days, random)].map(async (day) => {
      const names = { batch_number: batch_number ?? '', best_before: day }
      const sent = await client.submit(batchesPath(product_id), {
        intent: 'correct',
        product_id,
        batch_id,
        ...seen,
        ...names,
      })
      return resultOf(sent.actionData, 'admin-batches')
    }),
  )
  checks.expect(
    kinds.every((kind) => kind === 'done' || kind === 'refused') &&
      kinds.filter((kind) => kind === 'done').length <= 1,
    () => `the correction of a batch: ${toShortJson(kinds)}`,
  )
}

type WriteOff = { product_id: string; batch_id: string; pieces: number }

/** Refused if the batch has fewer units. */
export async function writeOff(
  client: HttpClient,
  { product_id, batch_id, pieces }: WriteOff,
  { done, checks }: Pick<BatchHistory, 'done' | 'checks'>,
) {
  const reason = `Broken ${randomUUID()}`
  const form = { intent: 'write-off', product_id, batch_id, pieces: String(pieces), reason }
  const page = await client.submit(batchesPath(product_id), form)
  const kind = resultOf(page.actionData, 'admin-batches')
  if (kind === 'done') done.push({ event: 'adjusted', product: product_id, change: -pieces, reason })
  checks.expect(kind === 'done' || kind === 'refused', () => `a write-off: ${kind}`)
}

const batchesPath = (product_id: string) => `/admin/stock/batches?product=${product_id}`

/** Moves dates instead of the database's clock. */
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

const BATCHES = 'features/stock/batches/triggers/product_batches.sql'

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
    file: 'features/stock/batches/sql/is_batch_sellable.sql',
    from: 'select p_stock - coalesce(sum(b.remaining), 0)::integer',
    to: 'select p_stock - 0 * coalesce(sum(b.remaining), 0)::integer',
  },
  {
    guard: 'a batch is corrected only as it was seen',
    step: 'random-histories',
    file: 'features/stock/batches/sql/correct_batch.sql',
    from: "if (v_batch.batch_number, v_batch.best_before) is distinct from (nullif(p_seen_number, ''), p_seen_best_before) then",
    to: 'if false then',
  },
  {
    guard: 'a recall is ended once',
    step: 'random-histories',
    file: 'features/stock/recalls/sql/end_recall.sql',
    from: 'where r.id = p_recall_id and r.ended_at is null;',
    to: 'where r.id = p_recall_id;',
  },
  {
    guard: 'no more is written off than is left of a batch',
    step: 'random-histories',
    file: 'features/stock/sql/update_product_stock.sql',
    from: 'if v_remaining + p_quantity_change < 0 then',
    to: 'if false then',
  },
]
