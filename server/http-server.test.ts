import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
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
