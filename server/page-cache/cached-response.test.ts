import { once } from 'node:events'
import { ServerResponse, type RequestListener } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeGracefully, listen, attachListener } from '#server/http/http-server.ts'
import { createCachedResponse, sendCachedResponse, type CachedResponse } from './cached-response.ts'

/** Longer than any test may take: whoever waits for this turns it red. */
const SHUTDOWN_TIMEOUT_MS = 60_000
/** More than a connection takes whose other end reads nothing. */
const LARGE = Buffer.alloc(16 * 2 ** 20, 'large ')

const firstSent = (body: Buffer) => createCachedResponse(200, ['content-type', 'text/plain', 'x-name', 'Ren\xe9', 'content-length', String(body.length)], body)
/** Sent before: what is sent for the first time goes node:http's own way. */
const again = (answer: CachedResponse) => Object.assign(answer, { wasSent: true })
const page = (body: Buffer) => again(firstSent(body))
const pages = { '/pepper': page(Buffer.from('pepper')), '/large': page(LARGE), '/unchanged': again(createCachedResponse(304, ['etag', 'W/"a"'], null)) }

/** Everything but the pages is answered by `otherwise`. */
async function aServer(otherwise: RequestListener = (_request, response) => response.end('otherwise')) {
  const { server } = await listen({ host: '127.0.0.1', port: 0 })
  attachListener(server, (request, response) => {
    const answer = pages[request.url as keyof typeof pages]
    if (answer) sendCachedResponse(request, response, answer)
    else otherwise(request, response)
  })
  const visit = async () => {
    const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(visitor, 'connect')
    return visitor
  }
  return { server, visit }
}

const asked = (path: string, more = '', method = 'GET', version = '1.1') => `${method} ${path} HTTP/${version}\r\nhost: shop\r\n${more}\r\n`
const last = (path: string) => asked(path, 'connection: close\r\n')

/** All that comes until the shop closes the connection. */
async function everything(visitor: Socket): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of visitor) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

/** Heads and bodies in the order of their answers. */
function answersIn(text: string) {
  const answers: { status: string; headers: Record<string, string>; body: string }[] = []
  for (let place = 0; place < text.length; ) {
    const end = text.indexOf('\r\n\r\n', place)
    const [status = '', ...lines] = text.slice(place, end).split('\r\n')
    const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]))
    const length = status.includes('304') || status.includes('100') ? 0 : Number(headers['content-length'])
    answers.push({ status, headers, body: text.slice(end + 4, end + 4 + length) })
    place = end + 4 + length
  }
  return answers
}

test('what goes straight into a connection says the same as what node:http writes', async () => {
  const { server, visit } = await aServer((_request, response) => response.writeHead(200, pages['/pepper'].headers).end(Buffer.from('pepper')))
  const visitor = await visit()
  const byNodeItself = vi.spyOn(ServerResponse.prototype, 'writeHead').mockClear()
  visitor.write(asked('/pepper'))
  const [straight] = answersIn(((await once(visitor, 'data')) as [Buffer])[0].toString('latin1'))
  expect(byNodeItself).not.toHaveBeenCalled()
  visitor.write(asked('/by-node'))
  const [byNode] = answersIn(((await once(visitor, 'data')) as [Buffer])[0].toString('latin1'))
  expect(straight).toEqual({ ...byNode!, headers: { ...byNode!.headers, date: straight!.headers['date'] } })
  expect(straight!.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=10', 'x-name': 'Ren\xe9' })
  visitor.destroy()
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('a page is put in one piece once it is asked for again: most that are made for one reader never are', async () => {
  const { server, visit } = await aServer((request, response) => sendCachedResponse(request, response, made))
  const made = firstSent(Buffer.from('pepper'))
  const visitor = await visit()
  const kept: boolean[] = []
  for (let time = 0; time < 2; time += 1) {
    visitor.write(asked('/made'))
    const [answer] = (await once(visitor, 'data')) as [Buffer]
    expect(answersIn(answer.toString('latin1'))).toMatchObject([{ headers: { 'x-name': 'Ren\xe9' }, body: 'pepper' }])
    kept.push(made.serialised !== null)
  }
  expect(kept).toEqual([false, true])
  visitor.destroy()
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('one connection serves many requests, one after the other or sent at once, in their order', async () => {
  const { server, visit } = await aServer((_request, response) => void setImmediate(() => response.end('otherwise')))
  const visitor = await visit()
  visitor.write(asked('/pepper'))
  await once(visitor, 'data')
  visitor.write(asked('/pepper') + asked('/slow') + asked('/unchanged') + asked('/pepper') + asked('/slow') + asked('/pepper') + last('/pepper'))
  const bodies = answersIn(await everything(visitor)).map(({ body }) => body)
  expect(bodies).toEqual(['pepper', 'otherwise', '', 'pepper', 'otherwise', 'pepper', 'pepper'])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('HEAD and 304 have no body, so that what follows is found', async () => {
  const { server, visit } = await aServer()
  const visitor = await visit()
  visitor.write(asked('/pepper', '', 'HEAD'))
  const head = ((await once(visitor, 'data')) as [Buffer])[0].toString('latin1')
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\ncontent-length: 6\r\n[^]*\r\n\r\n$/)
  visitor.write(asked('/unchanged'))
  const unchanged = ((await once(visitor, 'data')) as [Buffer])[0].toString()
  expect(unchanged).toMatch(/^HTTP\/1\.1 304 Not Modified\r\ndate: [^\r]*\r\netag: W\/"a"\r\n[^]*\r\n\r\n$/)
  visitor.write(asked('/pepper') + last('/pepper'))
  expect(answersIn(await everything(visitor)).map(({ body }) => body)).toEqual(['pepper', 'pepper'])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test.each([
  ['a browser that wants no more', last('/pepper')],
  ['HTTP/1.0', asked('/pepper', '', 'GET', '1.0')],
])('the connection of %s is closed, and told so', async (_what, request) => {
  const { server, visit } = await aServer()
  const visitor = await visit()
  visitor.write(request)
  expect(answersIn(await everything(visitor))).toMatchObject([{ headers: { connection: 'close' }, body: 'pepper' }])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('an answer that somebody has marked as the last is the last', async () => {
  const { server, visit } = await aServer()
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const visitor = await visit()
  visitor.write(asked('/pepper'))
  expect(answersIn(await everything(visitor))).toMatchObject([{ headers: { connection: 'close' }, body: 'pepper' }])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('somebody who asks first whether to go on is told so, and answered', async () => {
  const { server, visit } = await aServer()
  const byNodeItself = vi.spyOn(ServerResponse.prototype, 'writeHead').mockClear()
  const visitor = await visit()
  visitor.write(asked('/pepper', 'expect: 100-continue\r\ncontent-length: 4\r\n'))
  visitor.write(`body${last('/pepper')}`)
  const answers = answersIn(await everything(visitor))
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    ['HTTP/1.1 100 Continue', ''],
    ['HTTP/1.1 200 OK', 'pepper'],
    ['HTTP/1.1 200 OK', 'pepper'],
  ])
  // While a body is still on its way the connection is not free for what comes after it.
  expect(byNodeItself).toHaveBeenCalledTimes(2)
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('somebody who would rather speak another protocol is answered in this one', async () => {
  const { server, visit } = await aServer()
  const visitor = await visit()
  visitor.write(asked('/pepper', 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n'))
  expect(answersIn(((await once(visitor, 'data')) as [Buffer])[0].toString('latin1'))[0]!.body).toBe('pepper')
  visitor.write(last('/pepper'))
  expect(answersIn(await everything(visitor))[0]!.body).toBe('pepper')
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('somebody who says with the request that nothing more comes gets all of the answer', async () => {
  const { server, visit } = await aServer()
  const visitor = await visit()
  visitor.end(asked('/large'))
  expect(answersIn(await everything(visitor))[0]!.body.length).toBe(LARGE.length)
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('of somebody who asks on and reads nothing no more is read, and one answer waits', async () => {
  const { server, visit } = await aServer()
  const [visitor, arrived] = await Promise.all([visit(), once(server, 'connection') as Promise<[Socket]>])
  const [connection] = arrived
  const stopped = once(connection, 'pause')
  visitor.write(asked('/large'))
  await once(server, 'request')
  visitor.write(asked('/large') + last('/large'))
  await stopped
  expect(connection.writableLength).toBeLessThan(1.01 * LARGE.length)
  expect(answersIn(await everything(visitor)).map(({ body }) => body.length)).toEqual([LARGE.length, LARGE.length, LARGE.length])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('somebody who goes away in the middle of an answer takes nobody along', async () => {
  const { server, visit } = await aServer()
  const [visitor, arrived] = await Promise.all([visit(), once(server, 'connection') as Promise<[Socket]>])
  const gone = new Promise((resolve) => arrived[0].on('close', resolve))
  visitor.write(asked('/large'))
  const [, response] = (await once(server, 'request')) as Parameters<RequestListener>
  const finished = vi.fn<() => void>()
  response.on('finish', finished)
  const closed = once(response, 'close')
  visitor.destroy()
  await Promise.all([gone, closed])
  expect(finished).not.toHaveBeenCalled()
  const other = await visit()
  other.write(last('/pepper'))
  expect(answersIn(await everything(other))[0]!.body).toBe('pepper')
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test.each([
  ['a page', '/large'],
  ['what node:http writes', '/large-by-node'],
])('OPERATIONS-10 a closing shop waits for somebody who reads %s slowly', async (_what, path) => {
  const { server, visit } = await aServer((_request, response) => response.writeHead(200, pages['/large'].headers).end(LARGE))
  const visitor = await visit()
  visitor.write(asked(path))
  await once(server, 'request')
  const swept = Promise.withResolvers<void>()
  const sweep = server.closeIdleConnections.bind(server)
  vi.spyOn(server, 'closeIdleConnections').mockImplementation(() => {
    sweep()
    // The first of them is `close` itself.
    if (vi.mocked(server.closeIdleConnections).mock.calls.length > 2) swept.resolve()
  })
  const closing = closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  await swept.promise
  expect(answersIn(await everything(visitor))[0]!.body.length).toBe(LARGE.length)
  await closing
})

describe('the time of an answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const dateIn = (answer: Buffer) => /date: (.*)\r\n/.exec(answer.toString('latin1'))![1]

  test('is that of the second it is given in', async () => {
    const { server, visit } = await aServer()
    const visitor = await visit()
    const dates: unknown[] = []
    for (const time of ['09:30:00.100', '09:30:00.900', '09:30:01.000']) {
      vi.setSystemTime(new Date(`2026-11-22T${time}Z`))
      visitor.write(asked('/pepper'))
      dates.push(dateIn(((await once(visitor, 'data')) as [Buffer])[0]))
    }
    expect(dates).toEqual(['Sun, 22 Nov 2026 09:30:00 GMT', 'Sun, 22 Nov 2026 09:30:00 GMT', 'Sun, 22 Nov 2026 09:30:01 GMT'])
    visitor.destroy()
    await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  })

  test('stays what it was while somebody has not taken the answer', () => {
    const answer = page(Buffer.from('pepper'))
    const written: Buffer[] = []
    const socket = { writable: true, writableLength: 1, write: (bytes: Buffer) => bytes.length > 0 && written.push(bytes) }
    const ask = () => sendCachedResponse({ method: 'GET', readableEnded: true } as never, { socket, shouldKeepAlive: true, getHeaderNames: () => [] } as never, answer)
    vi.setSystemTime(new Date('2026-11-22T09:30:59Z'))
    ask()
    vi.setSystemTime(new Date('2026-11-22T09:31:00Z'))
    ask()
    expect(written.map(dateIn)).toEqual(['Sun, 22 Nov 2026 09:30:59 GMT', 'Sun, 22 Nov 2026 09:31:00 GMT'])
    expect(written.map((bytes) => answersIn(bytes.toString('latin1'))[0]!.body)).toEqual(['pepper', 'pepper'])
  })
})
