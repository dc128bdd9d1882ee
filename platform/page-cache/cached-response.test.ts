import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { closeGracefully, listen, attachListener } from '#platform/http/http-server.ts'
import { sendCachedResponse, type CachedResponse } from './cached-response.ts'

/** Longer than any test, so that a test that waits for it fails. */
const SHUTDOWN_TIMEOUT_MS = 60_000
/** Larger than the send buffers of an unread connection. */
const LARGE = Buffer.alloc(16 * 2 ** 20, 'large ')
const EVERY_BYTE = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))

const page = (body: Buffer): CachedResponse => ({
  status: 200,
  headers: ['content-type', 'text/plain', 'x-name', 'Ren\xe9', 'content-length', String(body.length)],
  body,
})
const pages: Record<string, CachedResponse> = {
  '/pepper': page(Buffer.from('pepper')),
  '/large': page(LARGE),
  '/text': { ...page(EVERY_BYTE), latin1: EVERY_BYTE.toString('latin1') },
  '/unchanged': { status: 304, headers: ['etag', 'W/"a"'], body: null },
}

async function startServer(otherwise: RequestListener = (_request, response) => response.end('otherwise')) {
  const { server } = await listen({ host: '127.0.0.1', port: 0 })
  attachListener(server, (request, response) => {
    const cached = pages[request.url!]
    if (cached) sendCachedResponse(request, response, cached)
    else otherwise(request, response)
  })
  const openConnection = async () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(client, 'connect')
    return client
  }
  return { server, openConnection }
}

const requestText = (path: string, more = '', method = 'GET', version = '1.1') =>
  `${method} ${path} HTTP/${version}\r\nhost: shop\r\n${more}\r\n`
const lastRequest = (path: string) => requestText(path, 'connection: close\r\n')

async function readAll(client: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of client) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

function parseResponses(text: string) {
  const responses: { status: string; headers: Record<string, string>; body: string }[] = []
  for (let offset = 0; offset < text.length;) {
    const end = text.indexOf('\r\n\r\n', offset)
    const [status = '', ...lines] = text.slice(offset, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    )
    const length = status.includes('304') || status.includes('100') ? 0 : Number(headers['content-length'])
    responses.push({ status, headers, body: text.slice(end + 4, end + 4 + length) })
    offset = end + 4 + length
  }
  return responses
}

test('one connection serves sequential and pipelined requests in order', async () => {
  const { server, openConnection } = await startServer(
    (_request, response) => void setImmediate(() => response.end('otherwise')),
  )
  const client = await openConnection()
  client.write(requestText('/pepper'))
  await once(client, 'data')
  client.write(
    requestText('/pepper') +
      requestText('/slow') +
      requestText('/unchanged') +
      requestText('/pepper') +
      requestText('/slow') +
      requestText('/pepper') +
      lastRequest('/pepper'),
  )
  const bodies = parseResponses(await readAll(client)).map(({ body }) => body)
  expect(bodies).toEqual(['pepper', 'otherwise', '', 'pepper', 'otherwise', 'pepper', 'pepper'])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('a body that is sent as text arrives byte for byte, alone and pipelined, and not for HEAD', async () => {
  const { server, openConnection } = await startServer()
  const client = await openConnection()
  client.write(requestText('/text', '', 'HEAD'))
  await once(client, 'data')
  client.write(requestText('/text') + requestText('/text') + lastRequest('/text'))
  const responses = parseResponses(await readAll(client))
  expect(responses.map(({ body }) => Buffer.from(body, 'latin1').equals(EVERY_BYTE))).toEqual([
    true,
    true,
    true,
  ])
  expect(responses[0]!.headers).toMatchObject({ 'x-name': 'Ren\xe9', 'content-length': '1024' })
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('HEAD and 304 have no body, so that the next response is found', async () => {
  const { server, openConnection } = await startServer()
  const client = await openConnection()
  client.write(requestText('/pepper', '', 'HEAD'))
  const head = ((await once(client, 'data')) as [Buffer])[0].toString('latin1')
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\ncontent-length: 6\r\n[^]*\r\n\r\n$/)
  client.write(requestText('/unchanged'))
  const unchanged = ((await once(client, 'data')) as [Buffer])[0].toString()
  expect(unchanged).toMatch(/^HTTP\/1\.1 304 Not Modified\r\netag: W\/"a"\r\nDate: [^\r]*\r\n[^]*\r\n\r\n$/)
  client.write(requestText('/pepper') + lastRequest('/pepper'))
  expect(parseResponses(await readAll(client)).map(({ body }) => body)).toEqual(['pepper', 'pepper'])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test.each([
  ['a browser that sends Connection: close', lastRequest('/pepper')],
  ['HTTP/1.0', requestText('/pepper', '', 'GET', '1.0')],
])('the connection of %s is closed with Connection: close', async (_what, request) => {
  const { server, openConnection } = await startServer()
  const client = await openConnection()
  client.write(request)
  expect(parseResponses(await readAll(client))).toMatchObject([
    { headers: { connection: 'close' }, body: 'pepper' },
  ])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('a Connection: close header set before is respected', async () => {
  const { server, openConnection } = await startServer()
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const client = await openConnection()
  client.write(requestText('/pepper'))
  expect(parseResponses(await readAll(client))).toMatchObject([
    { headers: { connection: 'close' }, body: 'pepper' },
  ])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('Expect: 100-continue is answered', async () => {
  const { server, openConnection } = await startServer()
  const client = await openConnection()
  client.write(requestText('/pepper', 'expect: 100-continue\r\ncontent-length: 4\r\n'))
  client.write(`body${lastRequest('/pepper')}`)
  const responses = parseResponses(await readAll(client))
  expect(responses.map(({ status, body }) => [status, body])).toEqual([
    ['HTTP/1.1 100 Continue', ''],
    ['HTTP/1.1 200 OK', 'pepper'],
    ['HTTP/1.1 200 OK', 'pepper'],
  ])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('an upgrade request is answered in HTTP/1.1', async () => {
  const { server, openConnection } = await startServer()
  const client = await openConnection()
  client.write(
    requestText(
      '/pepper',
      'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n',
    ),
  )
  expect(parseResponses(((await once(client, 'data')) as [Buffer])[0].toString('latin1'))[0]!.body).toBe(
    'pepper',
  )
  client.write(lastRequest('/pepper'))
  expect(parseResponses(await readAll(client))[0]!.body).toBe('pepper')
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('a client that half-closes its connection gets the whole response', async () => {
  const { server, openConnection } = await startServer()
  const client = await openConnection()
  client.end(requestText('/large'))
  expect(parseResponses(await readAll(client))[0]!.body.length).toBe(LARGE.length)
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('a client that reads nothing is not read from either, and has one buffered response', async () => {
  const { server, openConnection } = await startServer()
  const [client, arrived] = await Promise.all([
    openConnection(),
    once(server, 'connection') as Promise<[Socket]>,
  ])
  const [connection] = arrived
  const stopped = once(connection, 'pause')
  client.write(requestText('/large'))
  await once(server, 'request')
  client.write(requestText('/large') + lastRequest('/large'))
  await stopped
  expect(connection.writableLength).toBeLessThan(1.01 * LARGE.length)
  expect(parseResponses(await readAll(client)).map(({ body }) => body.length)).toEqual([
    LARGE.length,
    LARGE.length,
    LARGE.length,
  ])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('a client that disconnects in the middle of a response does not affect others', async () => {
  const { server, openConnection } = await startServer()
  const [client, arrived] = await Promise.all([
    openConnection(),
    once(server, 'connection') as Promise<[Socket]>,
  ])
  const gone = new Promise((resolve) => arrived[0].on('close', resolve))
  client.write(requestText('/large'))
  const [, response] = (await once(server, 'request')) as Parameters<RequestListener>
  const finished = vi.fn<() => void>()
  response.on('finish', finished)
  const closed = once(response, 'close')
  client.destroy()
  await Promise.all([gone, closed])
  expect(finished).not.toHaveBeenCalled()
  const other = await openConnection()
  other.write(lastRequest('/pepper'))
  expect(parseResponses(await readAll(other))[0]!.body).toBe('pepper')
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test.each([
  ['a page', '/large'],
  ['what node:http writes', '/large-by-node'],
])('OPERATIONS-10 shutdown waits for a slow reader of %s', async (_what, path) => {
  const { server, openConnection } = await startServer((_request, response) =>
    response.writeHead(200, pages['/large']!.headers).end(LARGE),
  )
  const client = await openConnection()
  client.write(requestText(path))
  await once(server, 'request')
  const swept = Promise.withResolvers<void>()
  const sweep = server.closeIdleConnections.bind(server)
  vi.spyOn(server, 'closeIdleConnections').mockImplementation(() => {
    sweep()
    // `close` itself makes the first call.
    if (vi.mocked(server.closeIdleConnections).mock.calls.length > 2) swept.resolve()
  })
  const closing = closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  await swept.promise
  expect(parseResponses(await readAll(client))[0]!.body.length).toBe(LARGE.length)
  await closing
})
