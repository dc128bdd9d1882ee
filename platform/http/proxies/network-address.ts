import { isIP, isIPv4, isIPv6 } from 'node:net'

/** Without port, brackets and zone, IPv4-mapped addresses as IPv4; null if the text is not an address. */
export function normaliseAddress(text: string): string | null {
  const bare =
    /^\[([^\]]+)\](?::(?:\d{1,5}|_[\w.-]+))?$/.exec(text)?.[1] ??
    /^([\d.]+):(?:\d{1,5}|_[\w.-]+)$/.exec(text)?.[1] ??
    text
  const address = bare.replace(/%.*$/, '')
  if (!isIP(address)) return null
  const mapped = isIPv6(address) ? /^::ffff:([\d.]+)$/i.exec(address)?.[1] : undefined
  return mapped && isIPv4(mapped) ? mapped : address.toLowerCase()
}
