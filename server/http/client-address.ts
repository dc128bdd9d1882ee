import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { createAddressMatcher } from '#server/settings/trusted-proxies.ts'

export type ClientAddress = {
  ip: string
  /** Set if a proxy sent `X-Forwarded-For` but is not trusted, so that all its clients share one rate limit. */
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
/** Clients on the internet do not have these addresses, so a peer that has one and forwards is a proxy. */
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
  log,
}: {
  trustedProxies: readonly string[]
  log: Pick<Logger, 'warn'>
}): ClientAddressReader {
  const isTrusted = createAddressMatcher(trustedProxies)
  const reported = new Set<string>()
  let privateProxy: string | null = null

  function report(proxy: string) {
    if (isPrivate(proxy)) privateProxy = proxy
    if (reported.has(proxy) || reported.size >= MAX_REPORTED_PROXIES) return
    reported.add(proxy)
    log.warn(
      { proxy },
      'Requests come through a proxy that is not trusted: all shoppers behind it share one limit. Set TRUSTED_PROXIES.',
    )
  }

  function clientAddressOf({ socket, headers }: IncomingMessage) {
    const peer = normaliseAddress(socket.remoteAddress ?? '') ?? 'unknown'
    const forwarded = headers['x-forwarded-for']
    const ip =
      isTrusted(peer) && forwarded ? resolveForwardedAddress(peer, String(forwarded), isTrusted) : peer
    return { ip, isTrusted: isTrusted(ip) }
  }

  const read: ReadClientAddress = (context) => {
    const peer = normaliseAddress(getConnInfo(context).remote.address ?? '') ?? 'unknown'
    const forwarded = context.req.header('x-forwarded-for')
    if (!forwarded) return { ip: peer, untrustedProxy: privateProxy }
    if (!isTrusted(peer)) {
      report(peer)
      return { ip: peer, untrustedProxy: peer }
    }
    return { ip: resolveForwardedAddress(peer, forwarded, isTrusted), untrustedProxy: privateProxy }
  }
  return { read, clientAddressOf }
}

/** Each proxy appends its peer: from the right, the first address that is no trusted proxy is the client; others may be forged. */
export function resolveForwardedAddress(
  peer: string,
  forwarded: string,
  isTrusted: (address: string) => boolean,
): string {
  let client = peer
  for (const entry of forwarded.split(',').toReversed()) {
    const address = normaliseAddress(entry.trim())
    if (!address) return client
    client = address
    if (!isTrusted(address)) return client
  }
  return client
}

/** Without port, brackets and zone, IPv4-mapped addresses as IPv4; null if the text is no address. */
function normaliseAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '')
  if (!isIP(address)) return null
  const mapped = isIPv6(address) ? /^::ffff:([\d.]+)$/i.exec(address)?.[1] : undefined
  return mapped && isIPv4(mapped) ? mapped : address.toLowerCase()
}
