import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect, test } from 'vitest'
import { finish, listen, serve } from './http-server.ts'

/** Longer than any test may take: whoever waits for this turns it red. */
const PATIENCE_MILLISECONDS = 60_000

async function anOpenServer() {
  const { server, address } = await listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const ask = async () => {
    const [answer] = (await once(get(address, { agent }), 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer
  }
  return { server, ask }
}

test('§2 a shop that is still opening says so', async () => {
  const { server, ask } = await anOpenServer()
  const { statusCode, headers } = await ask()
  expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
  await finish(server, PATIENCE_MILLISECONDS)
})

test('D5 a connection that a browser keeps for later is not waited for', async () => {
  const { server, ask } = await anOpenServer()
  serve(server, (_request, response) => response.end('here'))
  expect((await ask()).statusCode).toBe(200)
  await finish(server, PATIENCE_MILLISECONDS)
  expect(server.listening).toBe(false)
})

test('D5 what hangs beyond the patience is cut', async () => {
  const { server, ask } = await anOpenServer()
  serve(server, () => {})
  const arrived = once(server, 'request')
  const asked = ask().catch((problem: Error) => problem.message)
  await arrived
  await finish(server, 1)
  expect(await asked).toBe('socket hang up')
})

test.each([
  ['announces none', ''],
  ['announces an empty one', 'content-length: 0\r\n'],
  ['has one', 'content-length: 6\r\n'],
  ['has one of unknown length', 'transfer-encoding: chunked\r\n'],
])('the body of a request that %s is read', async (_what, header) => {
  const { server } = await anOpenServer()
  serve(server, getRequestListener(async (request) => new Response(`read: ${await request.text()}`)))
  const body = header.includes('6') ? 'pepper' : header.includes('chunked') ? '6\r\npepper\r\n0\r\n\r\n' : ''
  const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1')
  visitor.write(`POST / HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n${header}\r\n${body}`)
  let answer = ''
  for await (const chunk of visitor) answer += String(chunk)
  expect(answer).toMatch(body ? /^HTTP\/1\.1 200 [^]*read: pepper$/ : /^HTTP\/1\.1 200 [^]*read: $/)
  await finish(server, PATIENCE_MILLISECONDS)
})

test('whoever works for a visitor hears that the visitor has gone', async () => {
  const { server } = await anOpenServer()
  const asked = Promise.withResolvers<AbortSignal>()
  serve(server, getRequestListener(({ signal }) => {
    asked.resolve(signal)
    return new Promise(() => {})
  }))
  const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1')
  visitor.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
  const signal = await asked.promise
  const heard = once(signal, 'abort')
  visitor.destroy()
  await heard
  expect(signal.aborted).toBe(true)
  await finish(server, PATIENCE_MILLISECONDS)
})
