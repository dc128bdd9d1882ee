import { setTimeout as pause } from 'node:timers/promises'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInAsAdmin, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { startShop } from '#tests/fixtures/shops/running-shop.ts'
import {
  formatMedianWithRange,
  median,
  percentile,
  type Benchmark,
  type BenchmarkTable,
} from '#bench/runner/benchmark.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import { createKeepAliveAgent, sendRequest } from '#bench/runner/http-load.ts'

const LINES = scaled(10_000)
const ROUNDS = scaled(3)
const BASELINE_MS = 10_000
const PAUSE_MS = 5
const IMPORT_PATH = '/admin/products/import'
const SHOPPER_PATHS = ['/', '/products', '/products/malabar-cloves', '/about']

export const productImport: Benchmark = {
  name: 'product-import',
  title: 'Import of products from a file',
  about:
    `A CSV file of ${LINES.toLocaleString('en-GB')} lines is checked and imported in the built shop, first as new products with the texts of the demonstration's, ` +
    `then with another price, stock and description for each of them; ${ROUNDS} rounds. A shopper asks for one page of four after another all the while and in the ` +
    `${BASELINE_MS / 1000} seconds before. Afterwards every product has what its line says, or the measurement fails.`,
  measure,
}

type Kind = 'new' | 'changed'
type Times = { check: number; import: number; median: number; p95: number }

async function measure(): Promise<BenchmarkTable> {
  const shop = await startShop({ main: 'app/main.ts' })
  const db = connectToShopDatabase(shop.dataDir)
  try {
    const owner = await signInAsAdmin(shop.url)
    const times: Record<Kind, Times[]> = { new: [], changed: [] }
    const before = await readPagesDuring(shop.url, () => pause(BASELINE_MS))
    for (let round = 0; round < ROUNDS; round++)
      for (const kind of ['new', 'changed'] as const) {
        const file = await createFile(db, round, kind)
        let check = 0
        const shopper = await readPagesDuring(shop.url, async () => {
          const began = performance.now()
          const id = await upload(owner, file)
          check = performance.now() - began
          await importFile(owner, id)
        })
        await verifyProducts(db, round, kind)
        times[kind].push({
          check,
          import: shopper.took - check,
          median: shopper.median / before.median,
          p95: shopper.p95 / before.p95,
        })
      }
    const row = (kind: Kind, label: string) => [
      label,
      formatMedianWithRange(
        times[kind].map((each) => each.check),
        seconds,
      ),
      formatMedianWithRange(
        times[kind].map((each) => each.import),
        seconds,
      ),
      formatMedianWithRange(
        times[kind].map((each) => each.median),
        ratio,
      ),
      formatMedianWithRange(
        times[kind].map((each) => each.p95),
        ratio,
      ),
    ]
    const lines = LINES.toLocaleString('en-GB')
    return {
      columns: ['file', 'checked', 'imported', 'a shopper’s page, median', '95 of 100'],
      rows: [row('new', `${lines} new products`), row('changed', `${lines} changed products`)],
      note: `The last two columns are ratios to the seconds before: ${before.median.toFixed(2)} ms, ${before.p95.toFixed(2)} ms for 95 of 100.`,
    }
  } finally {
    await db.close()
    await shop.stop()
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const ratio = (value: number) => value.toFixed(2)
const quoted = (text: string | null) => `"${(text ?? '').replaceAll('"', '""')}"`
const nameOf = (round: number, line: number) => `Imported ${round} ${line}`
const priceOf = (line: number, kind: Kind) => ((line % 900) + (kind === 'new' ? 100 : 150)) / 100
const stockOf = (line: number, kind: Kind) => (line % 50) + (kind === 'new' ? 10 : 15)

type Sample = {
  category: string
  description: string
  ingredients: string
  allergy_advice: string
  net_weight: string
}

async function createFile(db: DatabaseClient, round: number, kind: Kind): Promise<string> {
  const samples = await db.query<Sample>(
    `select c.name as category, p.description, p.ingredients, p.allergy_advice, p.net_weight
       from products p join categories c on c.id = p.category_id
      where p.is_active and p.name not like 'Imported %' order by p.id limit 40`,
  )
  const lines = ['SKU,Name,Active,Category,Price,Stock,Description,Ingredients,Allergy advice,Net weight']
  for (let line = 0; line < LINES; line++) {
    const sample = samples[line % samples.length]!
    const description = kind === 'new' ? sample.description : `${sample.description} Of the new harvest.`
    lines.push(
      [
        `I-${round}-${line}`,
        nameOf(round, line),
        'yes',
        quoted(sample.category),
        priceOf(line, kind).toFixed(2),
        stockOf(line, kind),
        quoted(description),
        quoted(sample.ingredients),
        quoted(sample.allergy_advice),
        quoted(sample.net_weight),
      ].join(','),
    )
  }
  return lines.join('\n')
}

async function upload(owner: HttpClient, file: string): Promise<string> {
  const form = new FormData()
  form.set('intent', 'upload')
  form.set('import_file', new File([file], 'products.csv'))
  const response = await owner.fetch(IMPORT_PATH, {
    method: 'POST',
    body: form,
    headers: { origin: owner.url },
  })
  const id = new URL(response.headers.get('location') ?? '', owner.url).searchParams.get('import')
  if (response.status !== 303 || !id) throw new Error(`The file was answered with ${response.status}.`)
  return id
}

async function importFile(owner: HttpClient, id: string) {
  const fields = { intent: 'import', import_id: id, version: '1', reason: 'Measured', confirmed: 'on' }
  const { status } = await owner.post(IMPORT_PATH, fields)
  if (status !== 303) throw new Error(`The import was answered with ${status}.`)
}

async function verifyProducts(db: DatabaseClient, round: number, kind: Kind) {
  const rows = await db.query<{ sku: string; price: number; stock: number }>(
    'select sku, price::float, stock from products where sku like $1',
    [`I-${round}-%`],
  )
  const wrong = rows.filter(({ sku, price, stock }) => {
    const line = Number(sku.split('-')[2])
    return price !== priceOf(line, kind) || stock !== stockOf(line, kind)
  })
  if (rows.length !== LINES || wrong.length > 0)
    throw new Error(`Of ${LINES} lines ${rows.length} became products, ${wrong.length} of them wrong.`)
}

/** Milliseconds per page, requested one after another while the work lasts. */
async function readPagesDuring(url: string, work: () => Promise<unknown>) {
  const agent = createKeepAliveAgent(1)
  const times: number[] = []
  const began = performance.now()
  const working = { isDone: false }
  const done = work().finally(() => (working.isDone = true))
  for (let page = 0; !working.isDone; page++) {
    const path = SHOPPER_PATHS[page % SHOPPER_PATHS.length]!
    const { status, milliseconds } = await sendRequest(agent, url, {
      path,
      headers: { 'accept-encoding': 'br' },
    })
    if (status !== 200) throw new Error(`${path} was answered with ${status}.`)
    times.push(milliseconds)
    await pause(PAUSE_MS)
  }
  await done
  agent.destroy()
  return { took: performance.now() - began, median: median(times), p95: percentile(times, 95) }
}
