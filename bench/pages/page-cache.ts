import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { startShop } from '#tests/fixtures/shops/running-shop.ts'
import {
  median,
  formatMedianWithRange,
  type Benchmark,
  type BenchmarkTable,
} from '#bench/runner/benchmark.ts'
import { readCpuTime } from '#bench/runner/cpu-time.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import { isCommandAvailable, runWrk } from '#bench/runner/wrk.ts'

const PAGE = '/products'
const CONNECTIONS = 64
const SECONDS = 1
const ROUNDS = scaled(24, 2)
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }
const PROCESSES = [1, 2] as const
/** Debian's defaults, and the fastest settings for a file of this size. */
const NGINX = { nginx: 'sendfile on; tcp_nopush on;', 'nginx without sendfile': 'sendfile off;' } as const

export const pageCache: Benchmark = {
  name: 'page-cache',
  title: 'A cached page',
  about:
    `\`${PAGE}\` with brotli at ${CONNECTIONS} keep-alive connections, ${ROUNDS} alternating rounds of a second: this shop; nginx with ` +
    'the same bytes as a file in its open file cache, without access log, with the configuration of Debian and without sendfile, which is faster for a small file; ' +
    'and node:http that only writes the same headers and bytes with `writeHead` and `end`. ' +
    'The budget: at least the requests a second of bare node:http in the same run; 99th percentile under 10 ms. ' +
    'Ratios are to nginx with as many processes in the same round. wrk uses one core of the same machine: where it is the limit, ' +
    'or where two processes share the other core, compare the processor time of a response.',
  measure,
}

type LoadRun = { requests: number; p99Ms: number; microseconds: number }
type Server = {
  name: string
  processes: number
  url: string
  pid: number
  bytes: number
  runs: LoadRun[]
  stop: () => Promise<void> | void
}

async function measure(): Promise<BenchmarkTable> {
  for (const command of ['wrk', 'nginx'])
    if (!isCommandAvailable(command))
      throw new Error(`This measurement needs ${command}: apt-get install ${command}`)
  const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-page-cache-'))
  const servers: Server[] = []
  try {
    for (const processes of PROCESSES) {
      const shop = await startShop({ main: 'app/main.ts', env: { PROCESSES: String(processes) } })
      // One of several processes may answer before the last one is open.
      await shop.waitForOutput('is open at')
      const server = {
        name: 'this shop',
        processes,
        url: shop.url,
        pid: shop.process.pid!,
        bytes: 0,
        runs: [],
        stop: () => shop.stop(),
      }
      servers.push(server)
      const page = await warmCompressedPage(server)
      if (processes === 1) servers.push(await startBareNode(page, folder))
      for (const [name, settings] of Object.entries(NGINX))
        servers.push(
          await startNginx(page, { name, settings, processes, folder: mkdtempSync(join(folder, 'nginx-')) }),
        )
    }
    for (let round = 0; round < ROUNDS; round += 1)
      for (const server of servers) server.runs.push(await load(server))
    return tableOf(servers)
  } finally {
    for (const { stop } of servers) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Page = { headers: [string, string][]; bytes: Buffer }

/** The second request triggers the best compression in the background, in each process. */
async function warmCompressedPage(server: Server): Promise<Page> {
  await load(server)
  await pause(1000)
  const page = await fetchCompressed(server.url)
  server.bytes = page.bytes.length
  return page
}

/** Returns the raw body, which `fetch` would decompress. */
async function fetchCompressed(url: string): Promise<Page> {
  const [response] = (await once(get(url + PAGE, { headers: BROWSER }), 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const headers = Object.entries(response.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  return {
    bytes: Buffer.concat(chunks),
    headers: headers.filter(([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name)),
  }
}

async function startBareNode({ headers, bytes }: Page, folder: string): Promise<Server> {
  const [port, body, script] = [await freePort(), join(folder, 'page'), join(folder, 'bare.mjs')]
  writeFileSync(body, bytes)
  writeFileSync(
    script,
    `
    import { createServer } from 'node:http'
    import { readFileSync } from 'node:fs'
    const body = readFileSync(${JSON.stringify(body)})
    const headers = ${JSON.stringify(headers.flat())}
    createServer((request, response) => { response.writeHead(200, headers); response.end(body) }).listen(${port}, '127.0.0.1')`,
  )
  return waitUntilListening(
    { name: 'bare node:http', processes: 1, port, bytes: bytes.length },
    spawn(process.execPath, [script], { stdio: 'ignore' }),
  )
}

type Setup = { name: string; settings: string; processes: number; folder: string }

async function startNginx(
  { headers, bytes }: Page,
  { name, settings, processes, folder }: Setup,
): Promise<Server> {
  const port = await freePort()
  writeFileSync(join(folder, 'products'), bytes)
  const setByNginx = new Set(['content-length', 'content-type', 'etag'])
  const addedHeaders = headers
    .filter(([header]) => !setByNginx.has(header))
    .map(([header, value]) => `add_header ${header} ${JSON.stringify(value)};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `
    ${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes ${processes}; pid ${folder}/nginx.pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off; ${settings} keepalive_requests 100000000; open_file_cache max=10;
      default_type "text/html; charset=utf-8"; ${addedHeaders.join(' ')}
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`,
  )
  return waitUntilListening(
    { name, processes, port, bytes: bytes.length },
    spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }),
  )
}

async function waitUntilListening(
  { port, ...known }: { name: string; processes: number; port: number; bytes: number },
  child: ChildProcess,
): Promise<Server> {
  const url = `http://127.0.0.1:${port}`
  const server = { ...known, url, pid: child.pid!, runs: [], stop: () => void child.kill() }
  for (let tries = 0; tries < 100 && !(await fetch(url + PAGE).catch(() => undefined)); tries += 1)
    await pause(50)
  // Warms up the JIT, as for the shop.
  await load(server)
  return server
}

async function load({ url, pid }: Pick<Server, 'url' | 'pid'>): Promise<LoadRun> {
  // Includes child processes, which serve nginx's requests; the shop's database is idle.
  const before = readCpuTime(pid)
  const { answers, perSecond, slowMilliseconds } = await runWrk(url + PAGE, {
    connections: CONNECTIONS,
    seconds: SECONDS,
    coding: BROWSER['accept-encoding'],
  })
  return { requests: perSecond, p99Ms: slowMilliseconds, microseconds: (readCpuTime(pid) - before) / answers }
}

function tableOf(servers: readonly Server[]): BenchmarkTable {
  const ratioTo = ({ processes, runs }: Server, name: keyof typeof NGINX) => {
    const others = servers.find((other) => other.name === name && other.processes === processes)!.runs
    return formatMedianWithRange(
      runs.map(({ requests }, round) => requests / others[round]!.requests),
      (ratio) => ratio.toFixed(2),
    )
  }
  const bytes = servers.map((server) => server.bytes)
  return {
    columns: [
      'server',
      'processes',
      'requests a second',
      'of nginx',
      'of nginx without sendfile',
      '99 of 100 within',
      'processor time an answer',
    ],
    rows: servers.map((server) => [
      server.name,
      String(server.processes),
      formatMedianWithRange(
        server.runs.map(({ requests }) => requests),
        (value) => Math.round(value).toLocaleString('en-GB'),
      ),
      ratioTo(server, 'nginx'),
      ratioTo(server, 'nginx without sendfile'),
      `${median(server.runs.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms`,
      formatMedianWithRange(
        server.runs.map(({ microseconds }) => microseconds),
        (value) => `${value.toFixed(1)} µs`,
      ),
    ]),
    note: `${formatMedianWithRange(bytes, (value) => value.toLocaleString('en-GB'))} bytes an answer.`,
  }
}
