import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { createAddressMatcher } from '#platform/settings/trusted-proxies.ts'
import { entriesFromRight, FORWARDED_HEADERS, type ForwardedHeader } from './proxies/forwarded-header.ts'
import { normaliseAddress } from './proxies/network-address.ts'

export type ClientAddress = {
  ip: string
  /** Set if an untrusted proxy forwarded an address, so that all its clients share one rate limit. */
  untrustedProxy: string | null
}
export type ReadClientAddress = (context: Context) => ClientAddress
type ClientAddressReader = {
  read: ReadClientAddress
  /** For a request before routing; `isTrusted` if a trusted proxy forwarded no client address. */
  clientAddressOf: (request: IncomingMessage) => { ip: string; isTrusted: boolean }
}

/** Limits the log, because any client can send the header. */
const MAX_REPORTED_PROXIES = 10
/** Clients on the internet never have these addresses, so a peer with one that forwards must be a proxy. */
const isPrivate = createAddressMatcher([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '127.0.0.0/8',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

export function createClientAddressReader({
  trustedProxies,
  forwardedHeader,
  log,
}: {
  trustedProxies: readonly string[]
  forwardedHeader: ForwardedHeader
  log: Pick<Logger, 'warn'>
}): ClientAddressReader {
  const isTrusted = createAddressMatcher(trustedProxies)
  const reported = new Set<string>()
  let privateProxy: string | null = null
  let isOtherHeaderReported = false

  function reportUntrusted(proxy: string) {
    if (isPrivate(proxy)) privateProxy = proxy
    if (reported.has(proxy) || reported.size >= MAX_REPORTED_PROXIES) return
    reported.add(proxy)
    log.warn(
      { proxy },
      'Requests come through a proxy that is not trusted: all shoppers behind it share one limit. Set TRUSTED_PROXIES.',
    )
  }

  function reportOtherHeader(proxy: string) {
    if (isOtherHeaderReported) return
    isOtherHeaderReported = true
    log.warn(
      { proxy },
      `A trusted proxy sends no ${forwardedHeader} but another header with addresses: all shoppers behind it share one limit. Set FORWARDED_HEADER.`,
    )
  }

  function clientOf({ socket, headers }: IncomingMessage) {
    const peer = normaliseAddress(socket.remoteAddress ?? '') ?? 'unknown'
    const forwarded = headers[forwardedHeader]
    const ip =
      isTrusted(peer) && forwarded
        ? resolveForwardedAddress(peer, entriesFromRight(forwardedHeader, String(forwarded)), isTrusted)
        : peer
    return { peer, ip }
  }

  function clientAddressOf(request: IncomingMessage) {
    const { ip } = clientOf(request)
    return { ip, isTrusted: isTrusted(ip) }
  }

  const read: ReadClientAddress = (context) => {
    const { incoming } = context.env as HttpBindings
    const { peer, ip } = clientOf(incoming)
    if (!FORWARDED_HEADERS.some((name) => incoming.headers[name])) return { ip, untrustedProxy: privateProxy }
    if (!isTrusted(peer)) {
      reportUntrusted(peer)
      return { ip, untrustedProxy: peer }
    }
    if (!incoming.headers[forwardedHeader]) reportOtherHeader(peer)
    return { ip, untrustedProxy: privateProxy }
  }
  return { read, clientAddressOf }
}

/** Each proxy appends its peer: the rightmost address that is not a trusted proxy is the client; others may be forged. */
export function resolveForwardedAddress(
  peer: string,
  entriesFromTheRight: Iterable<string>,
  isTrusted: (address: string) => boolean,
): string {
  let client = peer
  for (const entry of entriesFromTheRight) {
    const address = normaliseAddress(entry)
    if (!address) return client
    client = address
    if (!isTrusted(address)) return client
  }
  return client
}
