import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { spawnShop } from '#tests/fixtures/shops/running-shop.ts'
import { sendRequest } from '#bench/runner/http-load.ts'
import { formatMedianWithRange, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'

const RUNS = 3
const RETRY_INTERVAL_MS = 10
const START_TIMEOUT_MS = 180_000
const PAGE = '/products'

export const startTime: Benchmark = {
  name: 'starts',
  title: 'Start time',
  about:
    `\`node app/main.ts\` of a built shop until \`${PAGE}\` first shows products, ${RUNS} alternating runs: cold with an empty data directory ` +
    '(creates the PostgreSQL cluster, the tables and the demonstration shop with its pictures), and warm with the same directory again. The budget of a warm start is 3 s.',
  measure,
}

async function measure(): Promise<BenchmarkTable> {
  const cold: Start[] = []
  const warm: Start[] = []
  for (let time = 0; time < RUNS; time += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'ninth-bend-starts-'))
    try {
      cold.push(await start(dataDir))
      warm.push(await start(dataDir))
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const row = (name: string, all: readonly Start[]) => [
    name,
    ...(['listening', 'products', 'closed'] as const).map((what) =>
      formatMedianWithRange(
        all.map((run) => run[what]),
        seconds,
      ),
    ),
  ]
  return {
    columns: ['start', 'first answer of any kind', 'first page with products', 'to close it'],
    rows: [row('cold', cold), row('warm', warm)],
  }
}

const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`

/** Times in milliseconds. */
type Start = { listening: number; products: number; closed: number }

async function start(dataDir: string): Promise<Start> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const opening = spawnShop({
    main: 'app/main.ts',
    env: { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, DATA_DIR: dataDir },
  })
  try {
    const listening = await waitUntil(() => respondsAs(url, () => true), opening)
    const products = await waitUntil(
      () =>
        respondsAs(url, (response) => response.status === 200 && response.text.includes('href="/products/')),
      opening,
    )
    const closing = performance.now()
    opening.process.kill('SIGTERM')
    await opening.ended
    return {
      listening: listening - startedAt,
      products: products - startedAt,
      closed: performance.now() - closing,
    }
  } finally {
    opening.process.kill('SIGKILL')
    await opening.ended
  }
}

/** Uses a new connection each time, because the server may refuse earlier ones. */
async function respondsAs(
  url: string,
  isWanted: (response: Awaited<ReturnType<typeof sendRequest>>) => boolean,
): Promise<boolean> {
  const agent = new Agent()
  return sendRequest(agent, url, { path: PAGE }).then(isWanted, () => false)
}

async function waitUntil(
  condition: () => Promise<boolean>,
  { process: child, output }: ReturnType<typeof spawnShop>,
): Promise<number> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await condition())) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`The shop did not open:\n${output()}`)
    await pause(RETRY_INTERVAL_MS)
  }
  return performance.now()
}
