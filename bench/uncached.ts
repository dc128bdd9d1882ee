import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { connectionStringOf, postgresOf } from '#tests/requests/shop-database.ts'
import { ask, aSecond, forSeconds, milliseconds, staysOpen } from './load.ts'
import { percentile, spread, type Part, type Table } from './part.ts'
import { processorTime } from './processor-time.ts'
import { profileInWords, summaryOf } from './profile.ts'
import { scaled } from './scale.ts'
import type { Floor, FloorName } from './uncached-floor.ts'
import { startWatched, type WatchedShop } from './watched-shop.ts'
import { withoutKeeping } from './without-keeping.ts'

const PAGE = '/products'
const PEOPLE = 16
const SECONDS = 3
const ROUNDS = scaled(7, 2)
const WARM_UP_SECONDS = scaled(5)
const BUDGET = 1000

export const uncached: Part = {
  name: 'uncached',
  title: 'A listing that is made anew for each visitor',
  about:
    `\`${PAGE}\` with 16 products, ${ROUNDS} rounds of ${SECONDS} seconds in turns at ${PEOPLE} connections, after ${WARM_UP_SECONDS} seconds of ` +
    'warming up, one process. No page is kept because the table of the nodes is locked: a node without a lease renders for each visitor, as it ' +
    'does when its database cannot be heard. Below it, in another process that answers nobody, what such a page is made of: the built screens ' +
    'rendered by React from data that is there, the loader’s queries alone, both, and packing the HTML. The processor time is of all threads ' +
    `of the process and without PostgreSQL’s. The target is ${BUDGET.toLocaleString('en-GB')} pages a second.`,
  measure,
}

type Run = { aSecond: number; microseconds: number; postgres?: number; slow?: number }

async function measure(): Promise<Table> {
  const shop = await startWatched({ main: 'server/main.ts' })
  let floor: ChildProcess | undefined
  try {
    const database = connectionStringOf(shop.dataDir)
    floor = fork(join(import.meta.dirname, 'uncached-floor.ts'), { env: { ...process.env, BENCH_DATABASE: database } })
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
    { name: 'a page over HTTP, with brotli', run: () => pages(shop, 'br') },
    { name: 'React’s rendering alone', run: () => alone(floor, 'render') },
    { name: 'the queries alone', run: () => alone(floor, 'queries') },
    { name: 'router, queries and rendering', run: () => alone(floor, 'both') },
    { name: 'packing alone', run: () => alone(floor, 'pack') },
  ]
  await pages(shop, 'br', WARM_UP_SECONDS)
  for (const name of ['render', 'both'] as const) await alone(floor, name, WARM_UP_SECONDS / 2)
  const runs = new Map<string, Run[]>(kinds.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) for (const { name, run } of kinds) runs.get(name)!.push(await run())
  const { pages: asked, keptReady } = await shop.counts()
  if (keptReady > 0) throw new Error(`${keptReady} of ${asked} pages were kept, and so were not measured as what they are.`)
  const profile = summaryOf(await shop.profileOf(() => pages(shop, 'br')))
  const rendering = runs.get('React’s rendering alone')!
  return {
    columns: ['what', 'a second', 'of React alone', 'processor time each', 'PostgreSQL’s each', '99 of 100 within'],
    rows: [...runs].map(([name, all]) => [
      name,
      aSecond(all.map((run) => run.aSecond)),
      spread(all.map((run, round) => run.aSecond / rendering[round]!.aSecond), (ratio) => ratio.toFixed(2)),
      spread(all.map((run) => run.microseconds), (value) => `${value.toFixed(0)} µs`),
      all[0]!.postgres === undefined ? '–' : spread(all.map((run) => run.postgres!), (value) => `${value.toFixed(0)} µs`),
      all[0]!.slow === undefined ? '–' : spread(all.map((run) => run.slow!), milliseconds),
    ]),
    note: profileInWords(profile),
  }
}

async function pages({ url, process, dataDir }: WatchedShop, coding: string, seconds = SECONDS): Promise<Run> {
  const agent = staysOpen(PEOPLE)
  const postgres = postgresOf(dataDir).pid
  const [before, postgresBefore] = [processorTime(process.pid!, { alone: true }), processorTime(postgres)]
  const times: number[] = []
  const { turns, seconds: took } = await forSeconds(PEOPLE, seconds, async () => {
    const { status, milliseconds: time } = await ask(agent, url, { path: PAGE, headers: { 'accept-encoding': coding } })
    if (status !== 200) throw new Error(`${PAGE} answered ${status}.`)
    times.push(time)
  })
  agent.destroy()
  return {
    aSecond: turns / took,
    microseconds: (processorTime(process.pid!, { alone: true }) - before) / turns,
    postgres: (processorTime(postgres) - postgresBefore) / turns,
    slow: percentile(times, 99),
  }
}

async function alone(floor: ChildProcess, name: FloorName, seconds = SECONDS): Promise<Run> {
  floor.send({ name, seconds })
  const [answer] = (await once(floor, 'message')) as [Floor]
  return answer
}
