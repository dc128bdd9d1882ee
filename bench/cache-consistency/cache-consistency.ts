import { setTimeout as pause } from 'node:timers/promises'
import { connectionStringOf, lookInto, type Look } from '#tests/fixtures/databases/shop-database.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import { anAdmin } from '#tests/fixtures/http/http-client.ts'
import { underMixedLoad } from './mixed-load.ts'
import { createHistory } from './consistency-model.ts'
import { saidBy, type ReadPage } from './page-facts.ts'
import { aKind, aShelf, createWriter, KINDS, type Kind, type Shelf } from './catalogue-writes.ts'
import { ask, milliseconds, staysOpen, whole } from '#bench/runner/http-load.ts'
import { percentile, type Part, type Table } from '#bench/runner/benchmark.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import { startWatched, type WatchedShop } from '#bench/runner/instrumented-shop.ts'

const WRITES = Number(process.env['BENCH_WRITES'] ?? scaled(10_000, 120))
const SECONDS_MOST = 210
const WRITERS = 4
const READERS = 4
const READERS_REST_MILLISECONDS = 2
const FORMS = ['html', 'data'] as const

export const freshness: Part = {
  name: 'freshness',
  title: 'What was kept is never old',
  about:
    `Two nodes on one database. ${WRITERS} people of the back-office write at random prices, stock, what is on sale, names of products and of categories, and ` +
    `pictures, each through the form, now on one node and now on the other; ${READERS} readers ask both nodes for every page that shows any of it, as HTML and as data, ` +
    'and each writer reads on both nodes as soon as the answer is there. A read is stale if it says something other than what had been answered ' +
    `when it was asked for, or was being written since. ${whole(WRITES)} writes, or as many as fit into ${SECONDS_MOST} seconds (\`BENCH_WRITES\` asks for more or fewer); one stale read fails ` +
    'the measurement. Then both nodes together under 200 reads to an order.',
  measure,
}

type Counts = { reads: number; facts: number; writes: Record<Kind, number[]>; seconds: number }

async function measure(): Promise<Table> {
  const first = await startWatched({ main: 'server/main.ts' })
  const database = connectionStringOf(first.dataDir)
  const look = lookInto(first.dataDir)
  let second: WatchedShop | undefined
  try {
    second = await startWatched({ main: 'server/main.ts', env: { DATABASE_URL: database, DEMO: 'off' } })
    const nodes = [first, second]
    const { reads, facts, writes, seconds } = await writeAndRead(nodes, look)
    const all = KINDS.flatMap((kind) => writes[kind])
    const mixed = await underMixedLoad(nodes, look)
    const row = (what: string, times: readonly number[]) => [what, whole(times.length), ...[50, 95, 99].map((part) => (times.length === 0 ? '–' : milliseconds(percentile(times, part))))]
    return {
      columns: ['what', 'how many', 'half within', '95 of 100 within', '99 of 100 within'],
      rows: [row('writes, until every node has heard', all), ...KINDS.map((kind) => row(`of those: ${kind}`, writes[kind])), ...mixed.rows.map(({ what, times }) => row(what, times))],
      note:
        `${whole(all.length)} writes${all.length < WRITES ? ` (of ${whole(WRITES)}, for want of time)` : ''} in ${seconds.toFixed(0)} s: ` +
        `0 stale of ${whole(reads)} reads, in which ${whole(facts)} names, prices, stocks, pictures and whether something is there were compared. ${mixed.note}`,
    }
  } finally {
    await look.close()
    await second?.stop()
    await first.stop()
  }
}

async function writeAndRead(nodes: readonly WatchedShop[], look: Look): Promise<Counts> {
  const history = createHistory()
  const shelves: Shelf[] = []
  for (let number = 0; number < WRITERS; number += 1) shelves.push(await aShelf({ look, history }, number))
  const everything = shelves.flatMap(({ goods }) => goods.map(({ id }) => id))
  const pagesOf = ({ slug, goods }: Shelf): ReadPage[] => [
    { path: `/products?category=${slug}`, products: goods.map(({ id }) => id) },
    ...goods.map((good) => ({ path: `/products/${good.slug}`, products: [good.id] })),
  ]
  const shared: ReadPage[] = [{ path: '/', products: everything }, { path: '/products', products: everything }, { path: '/categories', products: [] }]
  const pages = [...shared, ...shelves.flatMap(pagesOf)]
  const owners = await Promise.all(nodes.map(({ url }) => anAdmin(url, ADMIN)))
  const agent = staysOpen(64)
  const counts: Counts = { reads: 0, facts: 0, writes: { price: [], stock: [], active: [], name: [], category: [], picture: [] }, seconds: 0 }

  async function read(node: WatchedShop, page: ReadPage, form: (typeof FORMS)[number]) {
    const began = performance.now()
    const { status, text } = await ask(agent, node.url, { path: form === 'html' ? page.path : `/_data?u=${encodeURIComponent(page.path)}` })
    const ended = performance.now()
    if (status !== 200 && status !== 404) throw new Error(`${page.path} answered ${status}.`)
    const said = saidBy(page, text, history.isKnown)
    for (const { fact, value } of said) history.saw({ fact, value, began, ended, where: `${form} ${page.path}` })
    counts.reads += 1
    counts.facts += said.length
  }
  const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)]!

  const over = new AbortController()
  const readers = Array.from({ length: READERS }, async (_, number) => {
    while (!over.signal.aborted) {
      await read(nodes[number % nodes.length]!, oneOf(pages), oneOf(FORMS))
      await pause(READERS_REST_MILLISECONDS)
    }
  })
  const began = performance.now()
  let left = WRITES
  const writers = shelves.map(async (shelf) => {
    const writer = createWriter({ look, history }, shelf)
    while (left > 0 && performance.now() - began < SECONDS_MOST * 1000) {
      left -= 1
      const kind = aKind()
      const { id, took } = await writer.write(oneOf(owners), kind)
      counts.writes[kind].push(took)
      // The sharpest look there is: on every node, on a page that shows it, as soon as it is answered.
      const showing = [...shared, ...pagesOf(shelf)].filter((page) => page.products.includes(id))
      await Promise.all(nodes.map((node) => read(node, oneOf(showing), oneOf(FORMS))))
    }
  })
  try {
    await Promise.all([...writers, ...readers.map((reader) => Promise.race([reader, Promise.all(writers)]))])
  } finally {
    over.abort()
    await Promise.allSettled([...readers, ...writers])
    agent.destroy()
  }
  counts.seconds = (performance.now() - began) / 1000
  const stale = history.stale()
  if (stale.length > 0) throw new Error(`${stale.length} stale of ${counts.reads} reads: ${JSON.stringify(stale.slice(0, 5))}`)
  return counts
}
