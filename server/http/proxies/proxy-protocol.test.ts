import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '#prove/runner/seeded-random.ts'
import { proxyHeaderV2 } from '#tests/fixtures/http/proxy-protocol-header.ts'
import { readProxyHeader } from './proxy-protocol.ts'

const read = (header: string | Buffer) => readProxyHeader(Buffer.from(header as string, 'latin1'))
const IPV4 = Buffer.from([203, 0, 113, 7, 10, 0, 0, 1, 0x1f, 0x90, 0, 80])
const IPV6 = Buffer.concat([Buffer.from('20010db8000000000000000000000017', 'hex'), Buffer.alloc(20, 1)])
const TLV = Buffer.from([0x04, 0, 3, 1, 2, 3])

describe('PROXY-4 Headers of the PROXY protocol', () => {
  test.each([
    ['PROXY TCP4 203.0.113.7 10.0.0.1 47011 443\r\n', '203.0.113.7'],
    ['PROXY TCP6 2001:db8::17 fd00::1 0 65535\r\n', '2001:db8::17'],
    ['PROXY UNKNOWN\r\n', null],
    ['PROXY UNKNOWN 203.0.113.7 whatever\r\n', null],
  ])('version 1: %j', (header, address) => {
    expect(read(header)).toEqual({ kind: 'header', address, length: header.length })
    expect(read(`${header}GET / HTTP/1.1\r\n`)).toEqual({ kind: 'header', address, length: header.length })
  })

  test.each([
    ['TCP over IPv4', proxyHeaderV2(0x21, 0x11, IPV4), '203.0.113.7'],
    ['with further fields', proxyHeaderV2(0x21, 0x11, Buffer.concat([IPV4, TLV])), '203.0.113.7'],
    ['TCP over IPv6', proxyHeaderV2(0x21, 0x21, IPV6), '2001:0db8:0000:0000:0000:0000:0000:0017'],
    ['a unix socket', proxyHeaderV2(0x21, 0x31, Buffer.alloc(216)), null],
    ['unspecified', proxyHeaderV2(0x21, 0x00, Buffer.alloc(5)), null],
    ['LOCAL of a health check', proxyHeaderV2(0x20, 0x00, Buffer.alloc(0)), null],
    ['LOCAL with an address, which does not count', proxyHeaderV2(0x20, 0x11, IPV4), null],
  ])('version 2: %s', (_name, header, address) => {
    const found = { kind: 'header', address, length: header.length }
    expect(readProxyHeader(header)).toEqual(found)
    expect(readProxyHeader(Buffer.concat([header, Buffer.from('GET /')]))).toEqual(found)
  })

  test.each<[string, string | Buffer]>([
    ['no header', 'GET / HTTP/1.1\r\n'],
    ['a lower-case word', 'proxy TCP4 203.0.113.7 10.0.0.1 1 2\r\n'],
    ['another protocol', 'PROXY UDP4 203.0.113.7 10.0.0.1 1 2\r\n'],
    ['an address of the other family', 'PROXY TCP4 2001:db8::17 fd00::1 1 2\r\n'],
    ['a zone', 'PROXY TCP6 fe80::1%eth0 fd00::1 1 2\r\n'],
    ['a name', 'PROXY TCP4 localhost 10.0.0.1 1 2\r\n'],
    ['a port that does not exist', 'PROXY TCP4 203.0.113.7 10.0.0.1 1 65536\r\n'],
    ['a port with a leading zero', 'PROXY TCP4 203.0.113.7 10.0.0.1 01 2\r\n'],
    ['no port', 'PROXY TCP4 203.0.113.7 10.0.0.1 1\r\n'],
    ['more words', 'PROXY TCP4 203.0.113.7 10.0.0.1 1 2 3\r\n'],
    ['two spaces', 'PROXY  TCP4 203.0.113.7 10.0.0.1 1 2\r\n'],
    ['a line that is too long', `PROXY UNKNOWN ${'x'.repeat(100)}\r\n`],
    ['an endless line', `PROXY ${'x'.repeat(101)}`],
    ['another version', proxyHeaderV2(0x31, 0x11, IPV4)],
    ['another command', proxyHeaderV2(0x22, 0x11, IPV4)],
    ['UDP', proxyHeaderV2(0x21, 0x12, IPV4)],
    ['an address cut off', proxyHeaderV2(0x21, 0x11, IPV4.subarray(1))],
    ['more than 1,024 bytes', proxyHeaderV2(0x21, 0x11, Buffer.alloc(1009))],
  ])('refused: %s', (_name, header) => {
    expect(read(header)).toEqual({ kind: 'invalid' })
  })

  test('each beginning of a header waits for the rest', () => {
    for (const header of [
      Buffer.from('PROXY TCP4 203.0.113.7 10.0.0.1 47011 443\r\n'),
      proxyHeaderV2(0x21, 0x21, Buffer.concat([IPV6, TLV])),
    ])
      for (let length = 0; length < header.length; length += 1)
        expect(readProxyHeader(header.subarray(0, length))).toEqual({ kind: 'incomplete' })
  })

  test('random bytes never throw, and are never read beyond the limit', () => {
    const random = createSeededRandom(12)
    const header = proxyHeaderV2(0x21, 0x11, IPV4)
    const wrong: string[] = []
    for (let round = 0; round < 20_000; round += 1) {
      const bytes = Buffer.concat([header, Buffer.alloc(1100)])
      for (let change = 0; change < 3; change += 1)
        bytes[Math.floor(random() * header.length)] = Math.floor(random() * 256)
      const result = readProxyHeader(bytes)
      const isBeyond = result.kind === 'header' && result.length > 1024
      if (isBeyond || result.kind === 'incomplete') wrong.push(bytes.toString('hex', 0, 40))
    }
    expect(wrong).toEqual([])
  })
})
