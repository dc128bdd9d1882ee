import { once } from 'node:events'
import { Agent, get, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, test } from 'vitest'
import type { ConnectionTimeouts } from './connection-timeouts.ts'
import { queueFairly } from './fair-queue.ts'
import { HEALTH_PATHS } from './health-checks.ts'
import { closeGracefully, listen, attachListener } from './http-server.ts'

/** Longer than any test, so that a test that waits for it fails. */
const SHUTDOWN_TIMEOUT_MS = 60_000

const asListener = (handle: Parameters<typeof getRequestListener>[0]): RequestListener => {
  const listener = getRequestListener(handle)
  return (request, response) => void listener(request, response)
}

async function startServer() {
  const { server, address } = await listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const request = async () => {
    const [answer] = (await once(get(address, { agent }), 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer
  }
  return { server, request }
}

test('OPERATIONS-13 a shop that is still starting answers 503', async () => {
  const { server, request } = await startServer()
  const { statusCode, headers } = await request()
  expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('OPERATIONS-10 shutdown does not wait for idle keep-alive connections', async () => {
  const { server, request } = await startServer()
  attachListener(server, (_request, response) => response.end('here'))
  expect((await request()).statusCode).toBe(200)
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  expect(server.listening).toBe(false)
})

test('OPERATIONS-10 requests that exceed the shutdown timeout are aborted', async () => {
  const { server, request } = await startServer()
  attachListener(server, () => {})
  const arrived = once(server, 'request')
  const asked = request().catch((problem: Error) => problem.message)
  await arrived
  await closeGracefully(server, 1)
  expect(await asked).toBe('socket hang up')
})

test.each([
  ['announces none', ''],
  ['announces an empty one', 'content-length: 0\r\n'],
  ['has one', 'content-length: 6\r\n'],
  ['has one of unknown length', 'transfer-encoding: chunked\r\n'],
])('the body of a request that %s is read', async (_what, header) => {
  const { server } = await startServer()
  attachListener(
    server,
    asListener(async (request) => new Response(`read: ${await request.text()}`)),
  )
  const body = header.includes('6') ? 'pepper' : header.includes('chunked') ? '6\r\npepper\r\n0\r\n\r\n' : ''
  const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1')
  visitor.write(`POST / HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n${header}\r\n${body}`)
  let answer = ''
  for await (const chunk of visitor) answer += String(chunk)
  expect(answer).toMatch(body ? /^HTTP\/1\.1 200 [^]*read: pepper$/ : /^HTTP\/1\.1 200 [^]*read: $/)
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

test('the request signal is aborted if the client disconnects', async () => {
  const { server } = await startServer()
  const asked = Promise.withResolvers<AbortSignal>()
  attachListener(
    server,
    asListener(({ signal }) => {
      asked.resolve(signal)
      return new Promise(() => {})
    }),
  )
  const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1')
  visitor.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
  const signal = await asked.promise
  const aborted = once(signal, 'abort')
  visitor.destroy()
  await aborted
  expect(signal.aborted).toBe(true)
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
})

async function openConnection(address: string, requests: number) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(requests))
  return socket
}
const listenWithTimeouts = (timeouts: ConnectionTimeouts) => listen({ host: '127.0.0.1', port: 0 }, timeouts)
/** Larger than the send buffers of any system. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)

test('a connection that reads nothing of a response is closed, a slow reader is not', async () => {
  const { server, address } = await listenWithTimeouts({ unreadMs: 500, idleMs: 60_000, sweepMs: 80 })
  attachListener(server, (_request, response) => response.end(LARGE))
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => (open -= 1))
  })
  const unreadConnection = await openConnection(address, 1)
  unreadConnection.pause()
  const slowConnection = await openConnection(address, 1)
  let received = 0
  slowConnection.on('data', (bytes: Buffer) => {
    received += bytes.length
    slowConnection.pause()
    setTimeout(() => slowConnection.resume(), 1)
  })
  await expect.poll(() => open).toBe(2)
  await expect.poll(() => open).toBe(1)
  await expect.poll(() => received, { timeout: 15_000 }).toBeGreaterThan(LARGE.length)
  slowConnection.destroy()
  await closeGracefully(server, 1)
})

test('an idle connection is closed, one that is used or waits for a response is not', async () => {
  const { server, address } = await listenWithTimeouts({ unreadMs: 60_000, idleMs: 300, sweepMs: 50 })
  const answers: (() => void)[] = []
  attachListener(
    server,
    ({ url }, response) =>
      void (url === '/slow' ? answers.push(() => response.end('late')) : response.end('here')),
  )
  const idle = await openConnection(address, 1)
  const used = await openConnection(address, 1)
  const waiting = get(`${address}/slow`)
  const late = once(waiting, 'response')
  idle.resume()
  used.resume()
  const using = setInterval(() => used.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 100)
  await once(idle, 'close')
  expect(used.destroyed).toBe(false)
  clearInterval(using)
  await once(used, 'close')
  answers.forEach((answer) => answer())
  const [answer] = (await late) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.destroy()
  await closeGracefully(server, 1)
})

test('a connection with too many pipelined requests is closed', async () => {
  const { server, address } = await listen({ host: '127.0.0.1', port: 0 })
  let received = 0
  attachListener(server, (_request, response) => {
    received += 1
    response.end('here')
  })
  const sendPipelined = async (requests: number) => {
    const socket = await openConnection(address, requests)
    let text = ''
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
    await Promise.race([once(socket, 'close'), new Promise((resolve) => setTimeout(resolve, 300))])
    const isCut = socket.destroyed
    socket.destroy()
    return { isCut, answers: text.split('here').length - 1 }
  }
  expect(await sendPipelined(8)).toEqual({ isCut: false, answers: 8 })
  received = 0
  expect((await sendPipelined(20)).isCut).toBe(true)
  // Node parses everything that arrived together, but the rest must cost nothing.
  expect(received).toBeLessThanOrEqual(8)
  await closeGracefully(server, 1)
})

test.runIf(process.platform === 'linux')(
  'LIMIT-17 hundreds of connections of one client do not have to be answered before another client’s',
  async () => {
    const { server, address } = await listen({ host: '127.0.0.1', port: 0 })
    const answered: string[] = []
    const listener: RequestListener = ({ headers }, response) => {
      answered.push(headers['x-client'] as string)
      response.end('here')
    }
    attachListener(
      server,
      queueFairly(listener, {
        clientAddressOf: ({ headers }) => ({ ip: headers['x-client'] as string, isTrusted: true }),
      }),
    )
    const request = (client: string) =>
      once(get(address, { agent: false, headers: { 'x-client': client } }), 'response').then(([answer]) =>
        (answer as IncomingMessage).resume(),
      )
    const FLOOD = 400
    const all = Array.from({ length: FLOOD }, () => request('203.0.113.1'))
    all.push(request('203.0.113.2'))
    await Promise.all(all)
    expect(answered).toHaveLength(FLOOD + 1)
    expect(answered.indexOf('203.0.113.2')).toBeLessThan(FLOOD * 0.8)
    await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  },
)

test('a port that is taken is refused in one line', async () => {
  const { server, address } = await listen({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(address).port)
  await expect(listen({ host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} is taken by another program.`,
  )
  await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  const again = await listen({ host: '127.0.0.1', port })
  await closeGracefully(again.server, SHUTDOWN_TIMEOUT_MS)
})

test('a host that is no address of this machine is refused in one line', async () => {
  await expect(listen({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'HOST is 192.0.2.1, which is no address of this machine. Use 127.0.0.1 or 0.0.0.0.',
  )
})

describe('health checks', () => {
  const raw = async (address: string, head: string) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(`${head}\r\nconnection: close\r\n\r\n`)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }

  test('FLEET-1 are answered without a Host header and are not cached; other requests of HTTP/1.1 need one', async () => {
    const { server, address, readiness } = await listen({ host: '127.0.0.1', port: 0 })
    attachListener(server, (_request, response) => response.end('a page'))
    readiness.open(async () => null)
    for (const path of HEALTH_PATHS) {
      for (const version of ['1.0', '1.1']) {
        const answer = await raw(address, `GET ${path} HTTP/${version}`)
        expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*cache-control: no-store\r\n[^]*\r\n\r\nok$/)
      }
    }
    expect(await raw(address, 'GET /x HTTP/1.1')).toMatch(/^HTTP\/1\.1 400 /)
    expect(await raw(address, 'GET /x HTTP/1.0')).toContain('a page')
    expect(await raw(address, 'GET /x HTTP/1.1\r\nHOST: shop.example')).toContain('a page')
    await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  })

  test('FLEET-1 FLEET-3 /readyz follows the state of the process, /livez only whether it answers', async () => {
    const { server, address, readiness } = await listen({ host: '127.0.0.1', port: 0 })
    const check = async (path: string) => {
      const response = await fetch(address + path)
      return [response.status, await response.text(), response.headers.get('retry-after')]
    }
    expect(await check('/readyz')).toEqual([503, 'The shop is opening.', '2'])
    let problem: string | null = 'The database does not answer.'
    readiness.open(async () => problem)
    expect(await check('/healthz')).toEqual([503, 'The database does not answer.', '2'])
    problem = null
    expect(await check('/readyz')).toEqual([200, 'ok', null])
    readiness.close()
    expect(await check('/readyz')).toEqual([503, 'The shop is closing.', '2'])
    expect(await check('/livez')).toEqual([200, 'ok', null])
    await closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  })
})
