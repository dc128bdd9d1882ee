import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { currentRequest, setRequestRoute } from '#platform/logging/request-context.ts'
import { createAddressMatcher } from '#platform/settings/trusted-proxies.ts'
import { createRequestTracking, logRequest, type FinishedRequest } from './request-tracking.ts'

const NGINX_ID = '0123456789abcdef0123456789abcdef'

/** Node reports IPv4 clients of `::` as `::ffff:127.0.0.1`. */
async function serve(listener: RequestListener, { trusted = [] as string[], host = '127.0.0.1' } = {}) {
  const finished: FinishedRequest[] = []
  const tracking = createRequestTracking({
    isTrustedProxy: trusted.length > 0 ? createAddressMatcher(trusted) : () => false,
    onFinished: [(request) => finished.push(request)],
  })
  const server = createServer(tracking.track(tracking.track(listener))).listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const [response] = (await once(get({ port, path, headers, host: '127.0.0.1' }), 'response')) as [
      IncomingMessage,
    ]
    response.resume()
    await once(response, 'end')
    return response.headers['x-request-id']
  }
  return { port, ask, finished }
}

test('MONITOR-7 the answer has the ID that the log lines of the request have', async () => {
  const seen: (string | undefined)[] = []
  const { ask, finished } = await serve((_request, response) => {
    void pause(1).then(() => {
      seen.push(currentRequest()?.requestId)
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
    })
  })
  const answered = await Promise.all([ask('/'), ask('/'), ask('/')])
  expect(new Set(answered).size).toBe(3)
  expect(seen.toSorted()).toEqual(answered.toSorted())
  await vi.waitFor(() =>
    expect(finished.map(({ requestId }) => requestId).toSorted()).toEqual(seen.toSorted()),
  )
})

test.each([
  ['127.0.0.1', ['127.0.0.0/8'], true],
  ['::', ['127.0.0.0/8'], true],
  ['127.0.0.1', ['10.0.0.0/8'], false],
])('MONITOR-7 on %s with %j trusted, the ID of the proxy is used: %s', async (host, trusted, isUsed) => {
  const { ask } = await serve((_request, response) => void response.end('ok'), { trusted, host })
  expect((await ask('/', { 'x-request-id': NGINX_ID })) === NGINX_ID).toBe(isUsed)
})

test('MONITOR-8 a finished request is reported once, by its route and without its path', async () => {
  const { ask, finished } = await serve((_request, response) => {
    setRequestRoute('product')
    setRequestRoute('*')
    response.writeHead(404).end('x'.repeat(1000))
  })
  const requestId = await ask('/products/zebulon-markworth?search=quill')
  await vi.waitFor(() => expect(finished).toHaveLength(1))
  expect(finished[0]).toMatchObject({ method: 'GET', route: 'product', status: 404, requestId })
  expect(finished[0]!.bytes).toBeGreaterThan(1000)
  const line = vi.fn()
  logRequest({ info: line } as never)(finished[0]!)
  expect(Object.keys(line.mock.calls[0]![0])).toEqual([
    'method',
    'route',
    'status',
    'milliseconds',
    'bytes',
    'requestId',
  ])
  expect(JSON.stringify(line.mock.calls)).not.toMatch(/zebulon|quill/)
})

test('MONITOR-8 a client that goes away is reported as 499', async () => {
  const { port, finished } = await serve(() => {})
  const socket = connect(port, '127.0.0.1')
  socket.write('PROPFIND / HTTP/1.1\r\nhost: shop\r\n\r\n')
  await pause(50)
  socket.destroy()
  await vi.waitFor(() => expect(finished).toMatchObject([{ method: 'other', route: 'none', status: 499 }]))
})
