import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { createAddressMatcher } from '#server/settings/trusted-proxies.ts'

export type ClientAddress = {
  /** What rate limits count by. */
  ip: string
  /** A proxy that names its callers and is not believed, so that all of them count as one. */
  untrustedProxy: string | null
}
export type ReadClientAddress = (context: Context) => ClientAddress
type ClientAddressReader = {
  read: ReadClientAddress
  /** The same of a request that no route has seen yet; a trusted proxy that names nobody is told from a caller. */
  clientAddressOf: (request: IncomingMessage) => { ip: string; isTrusted: boolean }
}

/** More would be noise, and anybody can name callers. */
const MAX_REPORTED_PROXIES = 10
/** No stranger comes from one of these, so what names callers there is a proxy. */
const isPrivate = createAddressMatcher(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', '127.0.0.0/8', '::1', 'fc00::/7', 'fe80::/10'])

/** The address that a request comes from, past the proxies that are trusted. */
export function createClientAddressReader({ trustedProxies, log }: { trustedProxies: readonly string[]; log: Pick<Logger, 'warn'> }): ClientAddressReader {
  const isTrusted = createAddressMatcher(trustedProxies)
  const reported = new Set<string>()
  let privateProxy: string | null = null

  function report(proxy: string) {
    if (isPrivate(proxy)) privateProxy = proxy
    if (reported.has(proxy) || reported.size >= MAX_REPORTED_PROXIES) return
    reported.add(proxy)
    log.warn({ proxy }, 'Requests come through a proxy that is not trusted: all shoppers behind it share one limit. Set TRUSTED_PROXIES.')
  }

  function clientAddressOf({ socket, headers }: IncomingMessage) {
    const peer = normaliseAddress(socket.remoteAddress ?? '') ?? 'unknown'
    const forwarded = headers['x-forwarded-for']
    const ip = isTrusted(peer) && forwarded ? resolveForwardedAddress(peer, String(forwarded), isTrusted) : peer
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

/**
 * Each proxy adds on the right whom it speaks for. The first that is no trusted proxy is the caller: what stands left of
 * it may be made up, and so may be an entry that is no address, which ends the walk.
 */
export function resolveForwardedAddress(peer: string, forwarded: string, isTrusted: (address: string) => boolean): string {
  let caller = peer
  for (const entry of forwarded.split(',').toReversed()) {
    const address = normaliseAddress(entry.trim())
    if (!address) return caller
    caller = address
    if (!isTrusted(address)) return caller
  }
  return caller
}

/** Without port, brackets and zone, and IPv4 as itself; null for what is no address. */
function normaliseAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? (/^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text)
  const address = bare.replace(/%.*$/, '')
  if (!isIP(address)) return null
  const mapped = isIPv6(address) ? /^::ffff:([\d.]+)$/i.exec(address)?.[1] : undefined
  return mapped && isIPv4(mapped) ? mapped : address.toLowerCase()
}
