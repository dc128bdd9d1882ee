import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { proxyHeaderV2 } from '#tests/fixtures/http/proxy-protocol-header.ts'
import { peerAddressOf, requireProxyProtocol } from './proxy-protocol-connections.ts'

const V1 = 'PROXY TCP4 203.0.113.7 127.0.0.1 47011 443\r\n'
const V2 = proxyHeaderV2(0x21, 0x11, Buffer.from([203, 0, 113, 8, 127, 0, 0, 1, 1, 2, 3, 4]))
const V2_IPV6 = proxyHeaderV2(
  0x21,
  0x21,
  Buffer.concat([Buffer.from('20010db8000000000000000000000017', 'hex'), Buffer.alloc(20)]),
)
const LOCAL = proxyHeaderV2(0x20, 0x00, Buffer.alloc(0))
const request = (path: string, connection = 'close') =>
  `GET ${path} HTTP/1.1\r\nHost: shop.example\r\nConnection: ${connection}\r\n\r\n`

let server: Server | undefined
const logged: string[] = []
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  logged.length = 0
})

async function open({ trustedProxies = ['127.0.0.1'], timeoutMs = 10_000 } = {}) {
  const opened = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () =>
      response.end(`${peerAddressOf(incoming.socket)} ${incoming.url} ${Buffer.concat(chunks).length};`),
    )
  })
  server = opened
  requireProxyProtocol(opened, {
    trustedProxies,
    timeoutMs,
    log: { warn: (_context: unknown, message: string) => void logged.push(message) } as never,
  })
  opened.listen(0, '127.0.0.1')
  await once(opened, 'listening')
  return (opened.address() as AddressInfo).port
}

/** Sends each piece in a packet of its own; resolves when the server has closed the connection. */
async function send(port: number, pieces: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const piece of pieces) {
    socket.write(piece)
    await pause(2)
  }
  await closed
  return answer
}
const bodiesOf = (answer: string) => answer.match(/[\d.a-f:]+ \/\w* \d+(?=;)/g)

describe('PROXY-4 PROXY_PROTOCOL=on', () => {
  test('the header names the client of all requests of its connection', async () => {
    const port = await open()
    expect(bodiesOf(await send(port, [V1 + request('/a')]))).toEqual(['203.0.113.7 /a 0'])
    expect(bodiesOf(await send(port, [V2, request('/b', 'keep-alive'), request('/c')]))).toEqual([
      '203.0.113.8 /b 0',
      '203.0.113.8 /c 0',
    ])
    expect(bodiesOf(await send(port, [Buffer.concat([V2_IPV6, Buffer.from(request('/d'))])]))).toEqual([
      '2001:db8::17 /d 0',
    ])
    expect(bodiesOf(await send(port, [LOCAL, request('/e')]))).toEqual(['127.0.0.1 /e 0'])
    expect(logged).toEqual([])
  })

  test('a header may arrive byte by byte, and the request with its end', async () => {
    const port = await open()
    const body = 'x'.repeat(100_000)
    const post = `POST /a HTTP/1.1\r\nHost: s\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
    const bytes = [...V1].slice(0, -1)
    expect(bodiesOf(await send(port, [...bytes, `\n${post}${body.slice(0, 10)}`, body.slice(10)]))).toEqual([
      '203.0.113.7 /a 100000',
    ])
  })
})

describe('PROXY-5 Connections that are closed without an answer', () => {
  test.each<[string, (string | Buffer)[]]>([
    ['no header', [request('/a')]],
    ['a malformed header', ['PROXY TCP4 localhost 127.0.0.1 1 2\r\n', request('/a')]],
    ['a header that ends early', [proxyHeaderV2(0x21, 0x11, Buffer.alloc(4)), request('/a')]],
    ['a header that does not end in time', ['PROXY TCP4 203.0.113.7']],
    ['silence', []],
  ])('%s', async (_name, pieces) => {
    const port = await open({ timeoutMs: 200 })
    expect(await send(port, pieces)).toBe('')
    expect(logged).toEqual([
      'PROXY_PROTOCOL is on, and connections are closed because they do not begin with a PROXY protocol header.',
    ])
    expect(bodiesOf(await send(port, [V1 + request('/b')]))).toEqual(['203.0.113.7 /b 0'])
  })

  test('a peer that is no trusted proxy', async () => {
    const port = await open({ trustedProxies: ['10.0.0.5'] })
    expect(await send(port, [V1, request('/a')])).toBe('')
    expect(await send(port, [V1, request('/a')])).toBe('')
    expect(logged).toEqual([
      'PROXY_PROTOCOL is on, and connections are closed because TRUSTED_PROXIES does not list their address.',
    ])
  })

  test('a client that ends its half of the connection within the header', async () => {
    const port = await open()
    const socket = connect({ port, host: '127.0.0.1' })
    socket.end('PROXY TC')
    socket.resume()
    await once(socket, 'close')
    expect(logged).toHaveLength(1)
  })
})
