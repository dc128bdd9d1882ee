import { isIPv4, isIPv6 } from 'node:net'

/** `address` is null if the proxy speaks for itself, as in its health checks. */
type ProxyHeader = { kind: 'header'; address: string | null; length: number }
type ReadResult = ProxyHeader | { kind: 'incomplete' } | { kind: 'invalid' }

const INCOMPLETE = { kind: 'incomplete' } as const
const INVALID = { kind: 'invalid' } as const
const V1_START = Buffer.from('PROXY ')
/** With the line break, as the specification says. */
const V1_MAX_LENGTH = 107
const V2_SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n')
const V2_FIXED_LENGTH = 16
/** Addresses of two unix sockets take 216; further fields (TLV) are ignored. */
const V2_MAX_LENGTH = 1024
const V2_LOCAL = 0x20
const V2_PROXY = 0x21
const PORT = /^(?:0|[1-9]\d{0,4})$/

/** Versions 1 and 2 of haproxy.org/download/3.0/doc/proxy-protocol.txt. Never reads beyond the header. */
export function readProxyHeader(received: Buffer): ReadResult {
  if (startsLike(received, V2_SIGNATURE)) return readVersion2(received)
  return startsLike(received, V1_START) ? readVersion1(received) : INVALID
}

function startsLike(received: Buffer, expected: Buffer): boolean {
  const length = Math.min(received.length, expected.length)
  return received.subarray(0, length).equals(expected.subarray(0, length))
}

function readVersion1(received: Buffer): ReadResult {
  const end = received.subarray(0, V1_MAX_LENGTH).indexOf('\r\n')
  if (end < 0) return received.length < V1_MAX_LENGTH ? INCOMPLETE : INVALID
  const length = end + 2
  const [, family, source = '', destination = '', ...ports] = received.toString('latin1', 0, end).split(' ')
  if (family === 'UNKNOWN') return { kind: 'header', address: null, length }
  const isAddress = family === 'TCP4' ? isIPv4 : family === 'TCP6' ? isPlainIPv6 : () => false
  const isValid = isAddress(source) && isAddress(destination) && ports.length === 2 && ports.every(isPort)
  return isValid ? { kind: 'header', address: source, length } : INVALID
}

const isPort = (text: string) => PORT.test(text) && Number(text) <= 65_535
const isPlainIPv6 = (text: string) => isIPv6(text) && !text.includes('%')

function readVersion2(received: Buffer): ReadResult {
  if (received.length < V2_FIXED_LENGTH) return INCOMPLETE
  const [command, family] = [received[12], received[13]!]
  const length = V2_FIXED_LENGTH + received.readUInt16BE(14)
  if (length > V2_MAX_LENGTH || (command !== V2_LOCAL && command !== V2_PROXY)) return INVALID
  if (received.length < length) return INCOMPLETE
  if (command === V2_LOCAL) return { kind: 'header', address: null, length }
  return readVersion2Address(received.subarray(V2_FIXED_LENGTH, length), family, length)
}

function readVersion2Address(addresses: Buffer, family: number, length: number): ReadResult {
  if (family === 0x11 && addresses.length >= 12)
    return { kind: 'header', address: [...addresses.subarray(0, 4)].join('.'), length }
  if (family === 0x21 && addresses.length >= 36) {
    const groups = addresses.toString('hex', 0, 16).match(/.{4}/g)!
    return { kind: 'header', address: groups.join(':'), length }
  }
  // Unspecified, or a unix socket: no address of the network.
  const isNameless = family === 0x00 || (family === 0x31 && addresses.length >= 216)
  return isNameless ? { kind: 'header', address: null, length } : INVALID
}
