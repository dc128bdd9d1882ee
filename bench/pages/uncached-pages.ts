import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { connectionStringOf, postgresOf } from '#tests/fixtures/databases/shop-database.ts'
import { aSecond, milliseconds, whole } from '#bench/runner/http-load.ts'
import { median, spread, type Part, type Table } from '#bench/runner/benchmark.ts'
import { processorTime } from '#bench/runner/cpu-time.ts'
import { profileInWords, summaryOf } from '#bench/runner/cpu-profile.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import type { Floor, FloorName } from './uncached-page-worker.ts'
import { startWatched, type WatchedShop } from '#bench/runner/instrumented-shop.ts'
import { withoutKeeping } from '#bench/runner/without-page-cache.ts'
import { wrk, wrkIsNeeded } from '#bench/runner/wrk.ts'

const PAGE = '/products'
const PEOPLE = 16
const SECONDS = 3
const ROUNDS = scaled(7, 2)
const WARM_UP_SECONDS = scaled(5)
const BUDGET = 1000
/** What a browser of today says it reads, and one of some years ago. */
const TODAY = 'gzip, deflate, br, zstd'
const BROTLI = 'gzip, deflate, br'

export const uncached: Part = {
  name: 'uncached',
  title: 'A listing that is made anew for each visitor',
  about:
    `\`${PAGE}\` with 16 products, ${ROUNDS} rounds of ${SECONDS} seconds in turns at ${PEOPLE} connections, after ${WARM_UP_SECONDS} seconds of ` +
    'warming up, one process. No page is kept because the table of the nodes is locked: a node without a lease renders for each visitor, as it ' +
    'does when its database cannot be heard. Below it, in another process that answers nobody, what such a page is made of: the built screens ' +
    'rendered by React from data that is there, the loader’s queries alone, both, and packing the HTML. The processor time is of all threads ' +
    'of the process and without PostgreSQL’s and the load generator’s (wrk), which stand beside it: as many as the processors of the machine ' +
    `could do at most with all three of them is the last column. The target is ${BUDGET.toLocaleString('en-GB')} pages a second.`,
  measure,
}

type Run = { aSecond: number; microseconds: number; beside?: { postgres: number; load: number; slow: number } }

async function measure(): Promise<Table> {
  wrkIsNeeded()
  const shop = await startWatched({ main: 'server/main.ts' })
  let floor: ChildProcess | undefined
  try {
    const database = connectionStringOf(shop.dataDir)
    floor = fork(join(import.meta.dirname, 'uncached-page-worker.ts'), { env: { ...process.env, BENCH_DATABASE: database } })
    await once(floor, 'message')
    return await withoutKeeping(database, () => inRounds(shop, floor!))
  } finally {
    floor?.disconnect()
    await shop.stop()
  }
}

async function inRounds(shop: WatchedShop, floor: ChildProcess): Promise<Table> {
  const kinds: { name: string; run: () => Promise<Run> }[] = [
    { name: 'a page over HTTP, not packed', run: () => pages(shop, 'identity') },
    { name: 'a page over HTTP, packed as browsers of today read it (zstd)', run: () => pages(shop, TODAY) },
    { name: 'a page over HTTP, with brotli', run: () => pages(shop, BROTLI) },
    { name: 'React’s rendering alone', run: () => alone(floor, 'render') },
    { name: 'the queries alone', run: () => alone(floor, 'queries') },
    { name: 'router, queries and rendering', run: () => alone(floor, 'both') },
    { name: 'packing alone, zstd', run: () => alone(floor, 'zstd') },
    { name: 'packing alone, brotli', run: () => alone(floor, 'brotli') },
  ]
  await pages(shop, TODAY, WARM_UP_SECONDS)
  for (const name of ['render', 'both'] as const) await alone(floor, name, WARM_UP_SECONDS / 2)
  const runs = new Map<string, Run[]>(kinds.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) for (const { name, run } of kinds) runs.get(name)!.push(await run())
  const { pages: asked, keptReady } = await shop.counts()
  if (keptReady > 0) throw new Error(`${keptReady} of ${asked} pages were kept, and so were not measured as what they are.`)
  const profile = summaryOf(await shop.profileOf(() => pages(shop, TODAY)))
  const rendering = runs.get('React’s rendering alone')!
  return {
    columns: ['what', 'a second', 'of React alone', 'processor time each', 'PostgreSQL’s', 'the load generator’s', '99 of 100 within', 'at most'],
    rows: [...runs].map(([name, all]) => [
      name,
      aSecond(all.map((run) => run.aSecond)),
      spread(all.map((run, round) => run.aSecond / rendering[round]!.aSecond), (ratio) => ratio.toFixed(2)),
      spread(all.map((run) => run.microseconds), (value) => `${value.toFixed(0)} µs`),
      ...besides(all),
    ]),
    note: profileInWords(profile),
  }
}

function besides(all: readonly Run[]): string[] {
  const beside = all.flatMap((run) => run.beside ?? [])
  if (beside.length === 0) return ['–', '–', '–', '–']
  const microseconds = (value: number) => `${value.toFixed(0)} µs`
  const each = all.map((run) => run.microseconds + run.beside!.postgres + run.beside!.load)
  return [
    spread(beside.map(({ postgres }) => postgres), microseconds),
    spread(beside.map(({ load }) => load), microseconds),
    spread(beside.map(({ slow }) => slow), milliseconds),
    whole((availableParallelism() * 1_000_000) / median(each)),
  ]
}

async function pages({ url, process, dataDir }: WatchedShop, coding: string, seconds = SECONDS): Promise<Run> {
  const postgres = postgresOf(dataDir).pid
  const [before, postgresBefore] = [processorTime(process.pid!, { alone: true }), processorTime(postgres)]
  const asked = await wrk(url + PAGE, { connections: PEOPLE, seconds, coding })
  return {
    aSecond: asked.aSecond,
    microseconds: (processorTime(process.pid!, { alone: true }) - before) / asked.answers,
    beside: { postgres: (processorTime(postgres) - postgresBefore) / asked.answers, load: asked.microsecondsEach, slow: asked.slowMilliseconds },
  }
}

async function alone(floor: ChildProcess, name: FloorName, seconds = SECONDS): Promise<Run> {
  floor.send({ name, seconds })
  const [answer] = (await once(floor, 'message')) as [Floor]
  return answer
}
