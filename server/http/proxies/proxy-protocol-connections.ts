import type { Server } from 'node:http'
import { SocketAddress, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { createAddressMatcher } from '#server/settings/trusted-proxies.ts'
import { normaliseAddress } from './network-address.ts'
import { readProxyHeader } from './proxy-protocol.ts'

/** Proxies send the header with their connection. */
const HEADER_TIMEOUT_MS = 3_000
/** Limits the log, because any client can connect. */
const MAX_REPORTED_PEERS = 10

const namedAddresses = new WeakMap<Socket, string>()

/** The address that a PROXY protocol header named, otherwise the one of the connection. */
export const peerAddressOf = (socket: Socket): string =>
  namedAddresses.get(socket) ?? normaliseAddress(socket.remoteAddress ?? '') ?? 'unknown'

export type ProxyProtocolOptions = {
  trustedProxies: readonly string[]
  log: Pick<Logger, 'warn'>
  timeoutMs?: number
}

/**
 * HTTP is parsed only after a PROXY protocol header of a trusted proxy; other connections are closed. Before the
 * server listens: takes the place of its `connection` listeners and calls them for each accepted connection.
 */
export function requireProxyProtocol(
  server: Server,
  { trustedProxies, log, timeoutMs = HEADER_TIMEOUT_MS }: ProxyProtocolOptions,
) {
  const isTrusted = createAddressMatcher(trustedProxies)
  const startHttp = server.listeners('connection') as ((socket: Socket) => void)[]
  const report = createPeerReport(log)
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const peer = peerAddressOf(socket)
    if (!isTrusted(peer)) {
      socket.destroy()
      return report(peer, 'TRUSTED_PROXIES does not list their address')
    }
    readHeader(socket, timeoutMs, (accepted) => {
      if (!accepted) return report(peer, 'they do not begin with a PROXY protocol header')
      if (accepted.address !== null) namedAddresses.set(socket, accepted.address)
      for (const listener of startHttp) listener.call(server, socket)
      return undefined
    })
    return undefined
  })
}

/** Calls `onRead` once, with null after closing the connection; what follows the header is left to be read. */
function readHeader(
  socket: Socket,
  timeoutMs: number,
  onRead: (accepted: { address: string | null } | null) => void,
) {
  let received: Buffer = Buffer.alloc(0)
  const timeout = setTimeout(refuse, timeoutMs)
  const events = { data: onData, end: refuse, error: stop, close: stop }
  for (const [name, listener] of Object.entries(events)) socket.on(name, listener)

  function stop() {
    clearTimeout(timeout)
    for (const [name, listener] of Object.entries(events)) if (name !== 'error') socket.off(name, listener)
  }

  function refuse() {
    stop()
    socket.destroy()
    onRead(null)
  }

  function onData(chunk: Buffer) {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const header = readProxyHeader(received)
    if (header.kind === 'incomplete') return
    if (header.kind === 'invalid') return refuse()
    stop()
    const { address, length } = header
    socket.pause()
    const rest = received.subarray(length)
    if (rest.length > 0) socket.unshift(rest)
    onRead({ address: address === null ? null : compactAddress(address) })
    socket.off('error', stop)
    socket.resume()
  }
}

/** Writes an address like the system does, so that one client always has the same text. */
const compactAddress = (address: string) =>
  normaliseAddress(new SocketAddress({ address, family: address.includes(':') ? 'ipv6' : 'ipv4' }).address)!

function createPeerReport(log: Pick<Logger, 'warn'>) {
  const reported = new Set<string>()
  return (peer: string, reason: string) => {
    if (reported.has(peer) || reported.size >= MAX_REPORTED_PEERS) return
    reported.add(peer)
    log.warn({ peer }, `PROXY_PROTOCOL is on, and connections are closed because ${reason}.`)
  }
}
