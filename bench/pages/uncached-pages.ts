import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { connectionStringOf, readPostgresProcess } from '#tests/fixtures/databases/shop-database.ts'
import { START_COMMAND } from '#tests/fixtures/shops/running-shop.ts'
import { perSecond, milliseconds, formatInteger } from '#bench/runner/http-load.ts'
import {
  median,
  formatMedianWithRange,
  type Benchmark,
  type BenchmarkTable,
} from '#bench/runner/benchmark.ts'
import { readCpuTime } from '#bench/runner/cpu-time.ts'
import { describeProfile, summariseProfile } from '#bench/runner/cpu-profile.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import type { WorkerMeasurement, WorkerTask } from './uncached-page-worker.ts'
import { startInstrumentedShop, type InstrumentedShop } from '#bench/runner/instrumented-shop.ts'
import { withoutPageCache } from '#bench/runner/without-page-cache.ts'
import { runWrk, requireWrk } from '#bench/runner/wrk.ts'

const PAGE = '/products'
const CONCURRENCY = 16
const SECONDS = 3
const ROUNDS = scaled(7, 2)
const FIRST_WARM_UP_SECONDS = scaled(5)
/** V8 frees memory of a process that rests during other measurements: its first pages then take 1.2 to 1.4 times as long. */
const WARM_UP_SECONDS = scaled(2)
const BUDGET = 1000
/** Accept-Encoding of current browsers, and of older ones. */
const MODERN_ENCODINGS = 'gzip, deflate, br, zstd'
const OLDER_ENCODINGS = 'gzip, deflate, br'

export const uncachedPages: Benchmark = {
  name: 'uncached',
  title: 'An uncached listing',
  about:
    `\`${PAGE}\` with 16 products, ${ROUNDS} alternating rounds of ${SECONDS} seconds at ${CONCURRENCY} connections, each after ${WARM_UP_SECONDS} seconds of ` +
    'warm-up, because a process that has rested is slower at first, one process. No page is cached because the table of the cache nodes is locked: a node without a lease renders each request, as it ' +
    'does while its database is unreachable. For comparison the parts of such a page, in another process with the same options and without HTTP: React rendering of the built pages ' +
    'from prepared data, the queries of the loader, router with queries and rendering, and compression of the HTML. Processor time is of all threads ' +
    'of the shop’s process, without PostgreSQL and the load generator (wrk); the last column is what the processors of the machine ' +
    `could reach at most with all three of them. The target is ${BUDGET.toLocaleString('en-GB')} pages a second.`,
  measure,
}

type Run = {
  perSecond: number
  microseconds: number
  otherProcesses?: { postgres: number; load: number; slow: number }
}

async function measure(): Promise<BenchmarkTable> {
  requireWrk()
  const shop = await startInstrumentedShop({ main: 'app/main.ts' })
  let worker: ChildProcess | undefined
  try {
    const database = connectionStringOf(shop.dataDir)
    worker = startWorker(database)
    await once(worker, 'message')
    return await withoutPageCache(database, () => measureRounds(shop, worker!))
  } finally {
    worker?.disconnect()
    await shop.stop()
  }
}

/** Uses the options of `npm start`, so that the young generation is as small as the shop's. */
function startWorker(database: string): ChildProcess {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const main = join(import.meta.dirname, 'uncached-page-worker.ts')
  return spawn('sh', ['-c', `${START_COMMAND} "$0"`, main], {
    env: { ...process.env, PATH, BENCH_DATABASE: database },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function measureRounds(shop: InstrumentedShop, worker: ChildProcess): Promise<BenchmarkTable> {
  const kinds: { name: string; run: (seconds: number) => Promise<Run> }[] = [
    { name: 'a page over HTTP, not packed', run: (seconds) => measurePages(shop, 'identity', seconds) },
    {
      name: 'a page over HTTP, packed as browsers of today read it (zstd)',
      run: (seconds) => measurePages(shop, MODERN_ENCODINGS, seconds),
    },
    { name: 'a page over HTTP, with brotli', run: (seconds) => measurePages(shop, OLDER_ENCODINGS, seconds) },
    { name: 'React’s rendering alone', run: (seconds) => measureWorker(worker, 'render', seconds) },
    { name: 'the queries alone', run: (seconds) => measureWorker(worker, 'queries', seconds) },
    { name: 'router, queries and rendering', run: (seconds) => measureWorker(worker, 'both', seconds) },
    { name: 'packing alone, zstd', run: (seconds) => measureWorker(worker, 'zstd', seconds) },
    { name: 'packing alone, brotli', run: (seconds) => measureWorker(worker, 'brotli', seconds) },
  ]
  await measurePages(shop, MODERN_ENCODINGS, FIRST_WARM_UP_SECONDS)
  for (const name of ['render', 'both'] as const) await measureWorker(worker, name, FIRST_WARM_UP_SECONDS / 2)
  const runs = new Map<string, Run[]>(kinds.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, run } of kinds) {
      await run(WARM_UP_SECONDS)
      runs.get(name)!.push(await run(SECONDS))
    }
  const { pages: requested, servedFromCache } = await shop.counts()
  if (servedFromCache > 0)
    throw new Error(`${servedFromCache} of ${requested} pages were served from the cache.`)
  const profile = summariseProfile(await shop.profileOf(() => measurePages(shop, MODERN_ENCODINGS, SECONDS)))
  const ratioTo = (all: readonly Run[], other: string) =>
    formatMedianWithRange(
      all.map((run, round) => run.perSecond / runs.get(other)![round]!.perSecond),
      (ratio) => ratio.toFixed(2),
    )
  return {
    columns: [
      'what',
      'a second',
      'of router, queries and rendering',
      'of React alone',
      'processor time each',
      'PostgreSQL’s',
      'the load generator’s',
      '99 of 100 within',
      'at most',
    ],
    rows: [...runs].map(([name, all]) => [
      name,
      perSecond(all.map((run) => run.perSecond)),
      ratioTo(all, 'router, queries and rendering'),
      ratioTo(all, 'React’s rendering alone'),
      formatMedianWithRange(
        all.map((run) => run.microseconds),
        (value) => `${value.toFixed(0)} µs`,
      ),
      ...otherCpuTimes(all),
    ]),
    note: describeProfile(profile),
  }
}

function otherCpuTimes(all: readonly Run[]): string[] {
  const otherProcesses = all.flatMap((run) => run.otherProcesses ?? [])
  if (otherProcesses.length === 0) return ['–', '–', '–', '–']
  const microseconds = (value: number) => `${value.toFixed(0)} µs`
  const each = all.map((run) => run.microseconds + run.otherProcesses!.postgres + run.otherProcesses!.load)
  return [
    formatMedianWithRange(
      otherProcesses.map(({ postgres }) => postgres),
      microseconds,
    ),
    formatMedianWithRange(
      otherProcesses.map(({ load }) => load),
      microseconds,
    ),
    formatMedianWithRange(
      otherProcesses.map(({ slow }) => slow),
      milliseconds,
    ),
    formatInteger((availableParallelism() * 1_000_000) / median(each)),
  ]
}

async function measurePages(
  { url, process, dataDir }: InstrumentedShop,
  coding: string,
  seconds: number,
): Promise<Run> {
  const postgres = readPostgresProcess(dataDir).pid
  const [before, postgresBefore] = [readCpuTime(process.pid!, { alone: true }), readCpuTime(postgres)]
  const load = await runWrk(url + PAGE, { connections: CONCURRENCY, seconds, coding })
  return {
    perSecond: load.perSecond,
    microseconds: (readCpuTime(process.pid!, { alone: true }) - before) / load.answers,
    otherProcesses: {
      postgres: (readCpuTime(postgres) - postgresBefore) / load.answers,
      load: load.microsecondsEach,
      slow: load.slowMilliseconds,
    },
  }
}

async function measureWorker(worker: ChildProcess, name: WorkerTask, seconds: number): Promise<Run> {
  worker.send({ name, seconds })
  const [measurement] = (await once(worker, 'message')) as [WorkerMeasurement]
  return measurement
}
