import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/free-port.ts'
import { startShop } from '#tests/running-shop.ts'
import { median, spread, type Part, type Table } from './part.ts'
import { processorTime } from './processor-time.ts'
import { isThere, wrk, wrkIsNeeded } from './wrk.ts'

const PAGE = '/products'
const CONNECTIONS = 64
const SECONDS = 2
const ROUNDS = 9
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }

export const pageCache: Part = {
  name: 'page-cache',
  title: 'A page that is kept ready',
  about:
    `\`${PAGE}\` with brotli at ${CONNECTIONS} connections that stay open, ${ROUNDS} rounds of ${SECONDS} seconds in turns, one process each: ` +
    'this shop, node:http that does nothing but write the same headers and bytes, and nginx with the same bytes as a file. ' +
    'The budget is 0.75 of nginx, and 99 of 100 answers within 10 ms. On a machine that is busy with other things, as this one ' +
    'was, the processor time of an answer is the figure to go by.',
  measure,
}

type Run = { requests: number; slow: number; microseconds: number }
type Server = { name: string; url: string; pid: number; runs: Run[]; stop: () => Promise<void> | void }

async function measure(): Promise<Table> {
  wrkIsNeeded()
  const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-page-cache-'))
  const servers: Server[] = []
  try {
    const shop = await startShop({ main: 'server/main.ts' })
    servers.push({ name: 'this shop', url: shop.url, pid: shop.process.pid!, runs: [], stop: () => shop.stop() })
    const page = await bestPacked(shop.url)
    servers.push(await bareNode(page, folder))
    if (isThere('nginx')) servers.push(await nginx(page, folder))
    for (let round = 0; round < ROUNDS; round += 1) for (const server of servers) server.runs.push(await load(server))
    return tableOf(servers, page.bytes.length)
  } finally {
    for (const { stop } of servers) await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Page = { headers: [string, string][]; bytes: Buffer }

/** From the second who asks on it is packed as well as can be, a moment later. */
async function bestPacked(url: string): Promise<Page> {
  for (let times = 0; times < 3; times += 1) await raw(url)
  await pause(1000)
  return raw(url)
}

/** As it comes over the wire: `fetch` would unpack it. */
async function raw(url: string): Promise<Page> {
  const [response] = (await once(get(url + PAGE, { headers: BROWSER }), 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string])
  return { bytes: Buffer.concat(chunks), headers: headers.filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)) }
}

/** The upper bound of anything on node:http: a process that knows its one answer. */
async function bareNode({ headers, bytes }: Page, folder: string): Promise<Server> {
  const [port, body, script] = [await freePort(), join(folder, 'page'), join(folder, 'bare.mjs')]
  writeFileSync(body, bytes)
  writeFileSync(script, `
    import { createServer } from 'node:http'
    import { readFileSync } from 'node:fs'
    const body = readFileSync(${JSON.stringify(body)})
    const headers = ${JSON.stringify(headers.flat())}
    createServer((request, response) => { response.writeHead(200, headers); response.end(body) }).listen(${port}, '127.0.0.1')`)
  return started('bare node:http', port, spawn(process.execPath, [script], { stdio: 'ignore' }))
}

async function nginx({ headers, bytes }: Page, folder: string): Promise<Server> {
  const port = await freePort()
  writeFileSync(join(folder, 'products'), bytes)
  const own = new Set(['content-length', 'content-type', 'etag'])
  const more = headers.filter(([name]) => !own.has(name)).map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`)
  writeFileSync(join(folder, 'nginx.conf'), `
    ${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=10;
      default_type "text/html; charset=utf-8"; ${more.join(' ')}
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }`)
  return started('nginx', port, spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' }))
}

async function started(name: string, port: number, child: ChildProcess): Promise<Server> {
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100 && !(await fetch(url + PAGE).catch(() => undefined)); tries += 1) await pause(50)
  return { name, url, pid: child.pid!, runs: [], stop: () => void child.kill() }
}

async function load({ url, pid }: Server): Promise<Run> {
  // nginx answers in processes that it started, and the shop's database rests.
  const before = processorTime(pid)
  const { answers, aSecond, slowMilliseconds } = await wrk(url + PAGE, { connections: CONNECTIONS, seconds: SECONDS, coding: BROWSER['accept-encoding'] })
  return { requests: aSecond, slow: slowMilliseconds, microseconds: (processorTime(pid) - before) / answers }
}

function tableOf(servers: readonly Server[], bytes: number): Table {
  const of = (name: string) => servers.find((server) => server.name === name)?.runs
  const against = (runs: readonly Run[], others: readonly Run[] | undefined) =>
    others ? spread(runs.map(({ requests }, round) => requests / others[round]!.requests), (ratio) => ratio.toFixed(2)) : '–'
  return {
    columns: ['server', 'requests a second', 'of bare node:http', 'of nginx', '99 of 100 within', 'processor time an answer'],
    rows: servers.map(({ name, runs }) => [
      name,
      spread(runs.map(({ requests }) => requests), (value) => Math.round(value).toLocaleString('en-GB')),
      against(runs, of('bare node:http')),
      against(runs, of('nginx')),
      `${median(runs.map(({ slow }) => slow)).toFixed(1)} ms`,
      spread(runs.map(({ microseconds }) => microseconds), (value) => `${value.toFixed(0)} µs`),
    ]),
    note: `${bytes.toLocaleString('en-GB')} bytes an answer.`,
  }
}
