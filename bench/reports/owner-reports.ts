import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'
import { signInAsAdmin, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { formatMedianWithRange, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'
import { formatInteger } from '#bench/runner/http-load.ts'
import { LARGE_SHOP, startLargeShop } from '#bench/runner/large-shop.ts'

const ROUNDS = 5
/** One in this many orders has a unit of the recalled batch. */
const ORDERS_PER_RECALLED = 10
const MEMORY_INTERVAL_MS = 50

export const ownerReports: Benchmark = {
  name: 'reports',
  title: 'Figures, files and a recall at 500,000 orders',
  about:
    `Whole requests to the built shop with ${formatInteger(LARGE_SHOP.orders)} orders of ${formatInteger(LARGE_SHOP.products)} products, signed in as its owner: the figures of the last year ` +
    `and the one before, all orders of that year as CSV, and the recall of a batch that every ${ORDERS_PER_RECALLED}th order has. Each but the first request and the steps of the recall is ` +
    `asked for ${ROUNDS} times. The budgets are 1 s for the figures and 2 s for a recall.`,
  measure,
}

async function measure(): Promise<BenchmarkTable> {
  const shop = await startLargeShop()
  try {
    const owner = await signInAsAdmin(shop.url)
    const read = async (path: string) => {
      const startedAt = performance.now()
      const response = await owner.fetch(path)
      const { bytes, lines } = await countBytes(response)
      if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}.`)
      return { milliseconds: performance.now() - startedAt, bytes, lines }
    }
    const repeat = async (path: string) => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push((await read(path)).milliseconds)
      return formatMedianWithRange(times, seconds)
    }
    const figures = '/admin/figures?period=last-year'
    const rows = [
      ['figures of a year, first request', seconds((await read(figures)).milliseconds)],
      ['figures of a year, later', await repeat(figures)],
      ['figures of a month, later', await repeat('/admin/figures?period=last-month')],
    ]
    const watch = watchMemory(shop.process.pid!)
    const orders = await read('/admin/figures.csv?table=orders&period=last-year')
    const growth = watch.stop()
    rows.push(['all orders of a year as CSV', seconds(orders.milliseconds)])
    const { batchId, productId, recalled } = await insertRecalledBatch(connectionStringOf(shop.dataDir))
    rows.push(...(await measureRecall(owner, read, { batchId, productId })))
    return {
      columns: ['what', 'within'],
      rows,
      note:
        `${shop.seedNote} The CSV has ${formatInteger(orders.lines - 1)} orders and ${(orders.bytes / 1e6).toFixed(1)} MB; while it was sent, the resident memory of the shop rose by at most ` +
        `${(growth / 1e6).toFixed(0)} MB. ${formatInteger(recalled)} orders have a piece of the recalled batch.`,
    }
  } finally {
    await shop.stop()
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`

async function countBytes(response: Response) {
  let bytes = 0
  let lines = 0
  for await (const chunk of response.body!) {
    bytes += chunk.length
    for (const byte of chunk as Uint8Array) if (byte === 10) lines += 1
  }
  return { bytes, lines }
}

/** The highest resident memory of a process above its current one, in bytes. */
function watchMemory(pid: number) {
  const readBytes = () =>
    1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
  const before = readBytes()
  let highest = before
  const timer = setInterval(() => (highest = Math.max(highest, readBytes())), MEMORY_INTERVAL_MS)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(highest, readBytes()) - before
    },
  }
}

type RecalledBatch = { batchId: string; productId: string }

async function measureRecall(
  owner: HttpClient,
  read: (path: string) => Promise<{ milliseconds: number }>,
  { batchId, productId }: RecalledBatch,
) {
  const id = crypto.randomUUID()
  const post = async (fields: Record<string, string>, statuses: readonly number[]) => {
    const startedAt = performance.now()
    const { status } = await owner.post('/admin/recalls', { recall_id: id, ...fields })
    if (!statuses.includes(status)) throw new Error(`${fields['intent']} was answered with ${status}.`)
    return seconds(performance.now() - startedAt)
  }
  const form = {
    product_id: productId,
    batches: batchId,
    reason: 'Measured',
    customer_text: 'Do not eat it.',
  }
  const page = `/admin/recalls?recall=${id}`
  return [
    ['recall: its buyers are counted', await post({ intent: 'find', ...form }, [200])],
    ['recall: its sale is stopped', await post({ intent: 'start', ...form }, [303])],
    ['recall: its page', seconds((await read(page)).milliseconds)],
    ['recall: all its orders as CSV', seconds((await read(`/admin/recalls/${id}/orders.csv`)).milliseconds)],
    ['recall: its emails are queued', await post({ intent: 'tell' }, [200])],
  ]
}

/** Every tenth order seems to have bought one more unit. Like the large shop, rows are written without triggers. */
async function insertRecalledBatch(connectionString: string): Promise<RecalledBatch & { recalled: number }> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows: products } = await client.query<{ id: string }>(
      `select product_id as id from order_items where product_id not in (select product_id from product_batches)
        group by product_id order by count(*) desc, product_id limit 1`,
    )
    const productId = products[0]!.id
    await client.query('select start_batches(array[$1]::uuid[])', [productId])
    await client.query('set session_replication_role = replica')
    const batchId = crypto.randomUUID()
    await client.query(
      `insert into product_batches (id, product_id, batch_number) values ($1, $2, 'MEASURED')`,
      [batchId, productId],
    )
    const { rowCount: recalled } = await client.query(
      `with chosen as (
         select o.id, o.user_id, o.created_at, row_number() over (order by o.created_at, o.id) as number from orders o),
       sold as (
         insert into inventory_adjustments
           (product_id, quantity_change, reason, action_type, actor_kind, actor_id, order_id, stock_after, created_at, batch_id)
         select $1, -1, 'Order placed', 'order_placed', 'customer', c.user_id, c.id, 0, c.created_at, $2
           from chosen c where c.number % $3 = 0
         -- Some had bought it anyway.
         on conflict do nothing
         returning id, order_id)
       insert into batch_movements (adjustment_id, batch_id, order_id, quantity_change)
       select id, $2, order_id, -1 from sold`,
      [productId, batchId, ORDERS_PER_RECALLED],
    )
    await client.query('analyze inventory_adjustments, batch_movements, product_batches')
    return { batchId, productId, recalled: recalled! }
  } finally {
    await client.end()
  }
}
