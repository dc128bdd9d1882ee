import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { closeStalledBody } from './stalled-body-timeout.ts'

export class ListenError extends Error {}

const HEADERS_TIMEOUT_MS = 15_000
/** A picture of 10 MB gets through at 140 kbit a second; whoever goes quiet is cut long before. */
const REQUEST_TIMEOUT_MS = 600_000
export const KEEP_ALIVE_TIMEOUT_MS = 10_000
const ARRIVAL_GRACE_MS = 100
const IDLE_SWEEP_INTERVAL_MS = 50
/** Whoever has taken nothing of an answer for so long does not read it. */
export const READ_TIMEOUT_MS = 30_000
/** By default 511, beyond which a connection waits a second for its next try. */
const BACKLOG = 4096
/** No browser sends a request before it has the answer to the last one. */
const MAX_PIPELINED_REQUESTS = 8

/** A host of null listens on every address of the machine. */
type ListenAddress = { host: string | null; port: number }

/** Listens at once, so that a taken port is told before anything is started or touched. */
export async function listen({ host, port }: ListenAddress): Promise<{ server: Server; address: string }> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // A request that announces no body has none to be read, waited for and closed: a tenth of what a kept page takes.
    optimizeEmptyRequests: true,
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ListenError(listenErrorMessage(error, { host, port }))))
    server.listen({ port, ...(host && { host }), backlog: BACKLOG }, resolve)
  })
  keepSlowReadersOpen(server)
  closeUnreadConnections(server)
  server.on('request', limitPipelining())
  server.on('request', respondStarting)
  server.on('request', (request) => closeStalledBody(request))
  const taken = (server.address() as AddressInfo).port
  return { server, address: `http://${displayHost(host)}:${taken}` }
}

/** From here on the shop itself answers. */
export function attachListener(server: Server, listener: RequestListener) {
  server.off('request', respondStarting)
  server.on('request', listener)
}

/** No new requests; those under way are answered. After the patience given, what still hangs is cut. */
export async function closeGracefully(server: Server, timeoutMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  // A request that has arrived but was not read yet is under way too, and closing would cut it off:
  // taking its connection, reading it and handing it on are a turn of the event loop each.
  await pause(ARRIVAL_GRACE_MS)
  for (let turn = 0; turn < 3; turn += 1) await nextTurn()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // Browsers keep a connection after their answer; waiting for what they may ask next would use up the patience.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/**
 * Node calls a connection idle as soon as its answer is ended, and closing it takes the rest from whoever still reads.
 * While anybody does, the shop waits for them anyway, and so idle ones may stay as long.
 */
function keepSlowReadersOpen(server: Server) {
  const open = new Set<Socket>()
  server.on('connection', (connection) => {
    open.add(connection)
    connection.once('close', () => open.delete(connection))
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if ([...open].every(({ writableLength }) => writableLength === 0)) closeIdle()
  }
}

/**
 * A timeout counts only while nothing is read or written; a slow reader takes a little all the time. Between two requests Node
 * gives a connection the shorter time of keep-alive, and leaves closing it to this listener.
 */
export function closeUnreadConnections(server: Server, milliseconds = READ_TIMEOUT_MS) {
  server.setTimeout(milliseconds, (socket) => {
    const isIdle = socket.timeout !== milliseconds
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
}

const pipelined = new WeakSet<IncomingMessage>()
/** Whether this came together with the one before it on its connection: whoever sends so does not wait for answers. */
export const isPipelined = (request: IncomingMessage): boolean => pipelined.has(request)

/** Requests that come all at once on one connection would each fill its buffer before anybody else has a turn. */
function limitPipelining(): RequestListener {
  let requestsThisTick = new Map<Socket, number>()
  return (request) => {
    const { socket } = request
    if (requestsThisTick.size === 0) setImmediate(() => (requestsThisTick = new Map()))
    const count = (requestsThisTick.get(socket) ?? 0) + 1
    requestsThisTick.set(socket, count)
    if (count > 1) pipelined.add(request)
    if (count > MAX_PIPELINED_REQUESTS) socket.destroy()
  }
}

const respondStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2' })
  response.end('The shop is opening. Try again in a moment.')
}

/** What a person on this machine types to get there. */
function displayHost(host: string | null): string {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listenErrorMessage(error: NodeJS.ErrnoException, { host, port }: ListenAddress): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST is ${host}, which is no address of this machine. Use 127.0.0.1 or 0.0.0.0.`
  }
  return `Cannot listen on ${host}:${port} (${error.message}). Check HOST and PORT.`
}
