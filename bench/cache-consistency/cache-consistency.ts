import { setTimeout as pause } from 'node:timers/promises'
import {
  connectionStringOf,
  connectToShopDatabase,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { createConsistencyModel } from './consistency-model.ts'
import { readStatedFacts, type ReadPage } from './page-facts.ts'
import {
  pickWriteKind,
  brandOf,
  createWriterCategory,
  createCatalogueWriter,
  WRITE_KINDS,
  type WriteKind,
  type WriterCategory,
} from './catalogue-writes.ts'
import { createSettingsWriter } from './settings-writes.ts'
import { sendRequest, milliseconds, createKeepAliveAgent, formatInteger } from '#bench/runner/http-load.ts'
import { percentile, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import { startInstrumentedShop, type InstrumentedShop } from '#bench/runner/instrumented-shop.ts'

const WRITES = Number(process.env['BENCH_WRITES'] ?? scaled(10_000, 120))
const MAX_SECONDS = 210
const WRITERS = 4
const READERS = 4
const READER_PAUSE_MS = 2
/** Each change of the phone number empties all caches; owners do this rarely. */
const SETTING_PAUSE_MS = 500
const FORMATS = ['html', 'data'] as const

export const cacheConsistency: Benchmark = {
  name: 'freshness',
  title: 'Freshness of cached pages',
  about:
    `Two nodes on one database. ${WRITERS} administrators change prices, stock, availability, names of products and categories, and ` +
    `pictures at random, by form, on either node, and one changes the shop's telephone number twice a second; ${READERS} readers request from both nodes every page that shows any of it, as HTML and as data, ` +
    'and each writer reads on both nodes right after the response. A read is stale if it shows anything but a state that was acknowledged ' +
    `before the request or written during it. ${formatInteger(WRITES)} writes, or as many as fit into ${MAX_SECONDS} seconds (\`BENCH_WRITES\` sets another number); one stale read fails ` +
    'the measurement. Then both nodes under a load of 200 reads for each order.',
  measure,
}

type Counts = {
  reads: number
  facts: number
  writes: Record<WriteKind, number[]>
  settings: number[]
  seconds: number
}

async function measure(): Promise<BenchmarkTable> {
  const first = await startInstrumentedShop({ main: 'app/main.ts' })
  const database = connectionStringOf(first.dataDir)
  const db = connectToShopDatabase(first.dataDir)
  let second: InstrumentedShop | undefined
  try {
    second = await startInstrumentedShop({
      main: 'app/main.ts',
      env: { DATABASE_URL: database, ACCEPT_DATA_LOSS: 'yes' },
    })
    const nodes = [first, second]
    const { reads, facts, writes, settings, seconds } = await writeAndRead(nodes, db)
    const all = WRITE_KINDS.flatMap((kind) => writes[kind])
    const mixed = await measureMixedLoad(nodes, db)
    const toRow = (what: string, times: readonly number[]) => [
      what,
      formatInteger(times.length),
      ...[50, 95, 99].map((part) => (times.length === 0 ? '–' : milliseconds(percentile(times, part)))),
    ]
    return {
      columns: ['what', 'how many', 'half within', '95 of 100 within', '99 of 100 within'],
      rows: [
        toRow('writes, until every node has heard', all),
        ...WRITE_KINDS.map((kind) => toRow(`of those: ${kind}`, writes[kind])),
        toRow('changes of the telephone number', settings),
        ...mixed.rows.map(({ what, times }) => toRow(what, times)),
      ],
      note:
        `${formatInteger(all.length)} writes${all.length < WRITES ? ` (of ${formatInteger(WRITES)}, for want of time)` : ''} in ${seconds.toFixed(0)} s: ` +
        `0 stale of ${formatInteger(reads)} reads, in which ${formatInteger(facts)} names, prices, stocks, pictures, telephone numbers and whether something is there were compared. ${mixed.note}`,
    }
  } finally {
    await db.close()
    await second?.stop()
    await first.stop()
  }
}

async function writeAndRead(nodes: readonly InstrumentedShop[], db: DatabaseClient): Promise<Counts> {
  const history = createConsistencyModel()
  const categories: WriterCategory[] = []
  for (let number = 0; number < WRITERS; number += 1)
    categories.push(await createWriterCategory({ db, history }, number))
  const allProductIds = categories.flatMap(({ products }) => products.map(({ id }) => id))
  const pagesOf = (category: WriterCategory): ReadPage[] => {
    const { slug, products } = category
    const search = `q=${brandOf(categories.indexOf(category))}`
    const ids = products.map(({ id }) => id)
    return [
      { path: `/products?category=${slug}`, products: ids },
      { path: `/products?${search}`, products: ids },
      { path: `/products?${search}&free-from=milk&suitable-for=vegan&sort=price-low-to-high`, products: ids },
      { path: `/products?category=${slug}&free-from=sesame`, products: ids },
      ...products.map((product) => ({ path: `/products/${product.slug}`, products: [product.id] })),
    ]
  }
  const shared: ReadPage[] = [
    { path: '/', products: allProductIds },
    { path: '/products', products: allProductIds },
    { path: '/categories', products: [] },
  ]
  const pages = [...shared, ...categories.flatMap(pagesOf)]
  const owners = await Promise.all(nodes.map(({ url }) => signInAsAdmin(url, ADMIN)))
  const changePhone = await createSettingsWriter({ db, history }, owners[0]!)
  const agent = createKeepAliveAgent(64)
  const counts: Counts = {
    reads: 0,
    facts: 0,
    writes: { price: [], stock: [], active: [], name: [], category: [], picture: [] },
    settings: [],
    seconds: 0,
  }

  async function read(node: InstrumentedShop, page: ReadPage, format: (typeof FORMATS)[number]) {
    const startedAt = performance.now()
    const { status, text } = await sendRequest(agent, node.url, {
      path: format === 'html' ? page.path : `/_data?u=${encodeURIComponent(page.path)}`,
    })
    const ended = performance.now()
    if (status !== 200 && status !== 404) throw new Error(`${page.path} answered ${status}.`)
    const facts = readStatedFacts(page, text, history.isKnown)
    for (const { fact, value } of facts)
      history.saw({ fact, value, began: startedAt, ended, where: `${format} ${page.path}` })
    counts.reads += 1
    counts.facts += facts.length
  }
  const pickRandom = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)]!

  async function changePhoneRepeatedly() {
    while (!stopping.signal.aborted) {
      counts.settings.push(await changePhone(pickRandom(owners)))
      await Promise.all(nodes.map((node) => read(node, pickRandom(pages), 'html')))
      await pause(SETTING_PAUSE_MS)
    }
  }

  const stopping = new AbortController()
  const readers = Array.from({ length: READERS }, async (_, number) => {
    while (!stopping.signal.aborted) {
      await read(nodes[number % nodes.length]!, pickRandom(pages), pickRandom(FORMATS))
      await pause(READER_PAUSE_MS)
    }
  })
  const startedAt = performance.now()
  let remainingWrites = WRITES
  const writers = categories.map(async (category) => {
    const writer = createCatalogueWriter({ db, history }, category)
    while (remainingWrites > 0 && performance.now() - startedAt < MAX_SECONDS * 1000) {
      remainingWrites -= 1
      const kind = pickWriteKind()
      const { id, durationMs } = await writer.write(pickRandom(owners), kind)
      counts.writes[kind].push(durationMs)
      // The strictest read: on every node, on a page with the product, immediately after the write.
      const affectedPages = [...shared, ...pagesOf(category)].filter((page) => page.products.includes(id))
      await Promise.all(nodes.map((node) => read(node, pickRandom(affectedPages), pickRandom(FORMATS))))
    }
  })
  const others = [...readers, changePhoneRepeatedly()]
  try {
    await Promise.all([...writers, ...others.map((other) => Promise.race([other, Promise.all(writers)]))])
  } finally {
    stopping.abort()
    await Promise.allSettled([...others, ...writers])
    agent.destroy()
  }
  counts.seconds = (performance.now() - startedAt) / 1000
  const stale = history.stale()
  if (stale.length > 0)
    throw new Error(`${stale.length} stale of ${counts.reads} reads: ${JSON.stringify(stale.slice(0, 5))}`)
  return counts
}
