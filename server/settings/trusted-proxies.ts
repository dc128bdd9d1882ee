import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** A proxy on the same machine; anything else is said by TRUSTED_PROXIES. */
export const LOOPBACK_NETWORKS = ['127.0.0.0/8', '::1/128'] as const

const PREFIX = /^\d{1,3}$/

/**
 * Addresses and networks, separated by commas or spaces, as TRUSTED_PROXIES lists them; `loopback` names this machine.
 * Null where one of them is none, or is everybody.
 */
export function parseTrustedProxies(text: string): string[] | null {
  const entries = text.split(/[\s,]+/).filter(Boolean).flatMap((entry) => (entry === 'loopback' ? LOOPBACK_NETWORKS : [entry]))
  return entries.length > 0 && entries.every((entry) => networkOf(entry)) ? entries : null
}

function networkOf(entry: string): { address: string; family: 'ipv4' | 'ipv6'; prefix: number } | null {
  const [address = '', given, ...more] = entry.split('/')
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : null
  if (!family || more.length > 0 || (given !== undefined && !PREFIX.test(given))) return null
  const bits = family === 'ipv4' ? 32 : 128
  const prefix = given === undefined ? bits : Number(given)
  return prefix >= 1 && prefix <= bits ? { address, family, prefix } : null
}

/** Whether an address is among these; one of no family never is. */
export function createAddressMatcher(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const { address, family, prefix } = networkOf(entry)!
    list.addSubnet(address, prefix, family)
  }
  return (address) => (isIPv4(address) ? list.check(address, 'ipv4') : isIPv6(address) && list.check(address, 'ipv6'))
}
