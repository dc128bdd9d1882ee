import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTick, setTimeout as pause } from 'node:timers/promises'
import {
  closeUnusedConnections,
  CONNECTION_TIMEOUTS,
  type ConnectionTimeouts,
} from './connection-timeouts.ts'
import { answerHealthChecks, createReadiness, type Readiness } from './health-checks.ts'
import { RETRY_AFTER_START_SECONDS } from './retry-after.ts'
import { closeSharedPort, listenOnSharedPort } from './shared-port.ts'
import { closeStalledBody } from './stalled-body-timeout.ts'

export class ListenError extends Error {}

const HEADERS_TIMEOUT_MS = 15_000
/** Enough for 10 MB at 140 kbit/s; stalled bodies are cut earlier (closeStalledBody). */
const REQUEST_TIMEOUT_MS = 600_000
const ARRIVAL_GRACE_MS = 100
const IDLE_SWEEP_INTERVAL_MS = 50
/** With the default of 511, further connections wait a second for a SYN retry. */
const BACKLOG = 4096
/** Browsers do not pipeline. */
const MAX_PIPELINED_REQUESTS = 8

type ListenAddress = { host: string | null; port: number }
/** `publicUrl`: where shoppers reach the shop; null if not set. */
type ListenSettings = ListenAddress & { publicUrl?: string | null }

type ListeningServer = { server: Server; address: string; readiness: Readiness }

/** Listens and answers 503 until {@link attachListener}, so that a port in use is reported before anything else starts. */
export async function listen(
  { host, port, publicUrl = null }: ListenSettings,
  connectionTimeouts: ConnectionTimeouts = CONNECTION_TIMEOUTS,
): Promise<ListeningServer> {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // closeUnusedConnections() closes idle connections instead.
    keepAliveTimeout: 0,
    // Saves a tenth of the time of a cached page.
    optimizeEmptyRequests: true,
    // Load balancers may check the health without one; refuseWithoutHost() refuses other requests.
    requireHostHeader: false,
  })
  const boundPort = await listenOnSharedPort(server, { port, ...(host && { host }), backlog: BACKLOG }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ListenError(listenErrorMessage(error, { host, port }))
    },
  )
  keepSlowReadersOpen(server)
  const { trackRequests } = closeUnusedConnections(server, connectionTimeouts)
  const readiness = createReadiness()
  listeners.set(server, respondStarting)
  const respond: RequestListener = (request, response) => listeners.get(server)!(request, response)
  server.on(
    'request',
    protectServer(trackRequests(answerHealthChecks({ readiness, publicUrl }, refuseWithoutHost(respond)))),
  )
  return { server, address: `http://${displayHost(host)}:${boundPort}`, readiness }
}

const listeners = new WeakMap<Server, RequestListener>()

export const attachListener = (server: Server, listener: RequestListener) =>
  void listeners.set(server, listener)

/** Waits for requests in progress; closes the remaining connections after `timeoutMs`. */
export async function closeGracefully(server: Server, timeoutMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs)
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  // A request may have arrived unread: accepting, reading and dispatching it takes one tick of the event loop
  // each.
  await pause(ARRIVAL_GRACE_MS)
  for (let turn = 0; turn < 3; turn += 1) await nextTick()
  const closed = closeSharedPort(server)
  // Without this, idle keep-alive connections would delay the close until the timeout.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

/** Node considers a connection idle once its response has ended, although a slow client may still be reading. */
function keepSlowReadersOpen(server: Server) {
  const open = openConnections(server)
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if ([...open].every(({ writableLength }) => writableLength === 0)) closeIdle()
  }
}

function openConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (connection) => {
    open.add(connection)
    connection.once('close', () => open.delete(connection))
  })
  return open
}

const pipelined = new WeakSet<IncomingMessage>()
export const isPipelined = (request: IncomingMessage): boolean => pipelined.has(request)
let pipelinedThisTick = new Map<Socket, number>()

/** One listener, because Node copies a list of several for each request. */
function protectServer(listener: RequestListener): RequestListener {
  return (request, response) => {
    // A response that waits for an earlier one on its connection has no socket yet.
    if (response.socket === null) limitPipelining(request)
    // Node still parses requests that arrived together with the one that closed the connection.
    if (request.socket.destroyed) return
    closeStalledBody(request)
    listener(request, response)
  }
}

/** Replaces Node's `requireHostHeader`; RFC 9112 requires a host in HTTP/1.1. */
function refuseWithoutHost(next: RequestListener): RequestListener {
  return (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion !== '1.1') return next(request, response)
    response.writeHead(400, { connection: 'close' })
    response.end()
    return undefined
  }
}

/** Pipelined requests would each fill the send buffer before other connections are served. */
function limitPipelining(request: IncomingMessage) {
  const { socket } = request
  if (pipelinedThisTick.size === 0) setImmediate(() => (pipelinedThisTick = new Map()))
  const count = (pipelinedThisTick.get(socket) ?? 1) + 1
  pipelinedThisTick.set(socket, count)
  pipelined.add(request)
  if (count > MAX_PIPELINED_REQUESTS) socket.destroy()
}

const respondStarting: RequestListener = (_request, response) => {
  response.writeHead(503, {
    'content-type': 'text/plain; charset=utf-8',
    'retry-after': RETRY_AFTER_START_SECONDS,
  })
  response.end('The shop is opening. Try again in a moment.')
}

function displayHost(host: string | null): string {
  if (!host || host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function listenErrorMessage(error: NodeJS.ErrnoException, { host, port }: ListenAddress): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST is ${host}, which is no address of this machine. Use 127.0.0.1 or 0.0.0.0.`
  }
  return `Cannot listen on ${host}:${port} (${error.message}). Check HOST and PORT.`
}
