import { BlockList, isIPv4, isIPv6 } from 'node:net'

export const LOOPBACK_NETWORKS = ['127.0.0.0/8', '::1/128'] as const

const PREFIX = /^\d{1,3}$/

export function parseTrustedProxies(text: string): string[] | null {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap((entry) => (entry === 'loopback' ? LOOPBACK_NETWORKS : [entry]))
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

/** The matcher returns false for text that is not an address. */
export function createAddressMatcher(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries) {
    const { address, family, prefix } = networkOf(entry)!
    list.addSubnet(address, prefix, family)
  }
  return (address) =>
    isIPv4(address) ? list.check(address, 'ipv4') : isIPv6(address) && list.check(address, 'ipv6')
}
