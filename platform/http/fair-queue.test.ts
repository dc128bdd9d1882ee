import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { queueFairly } from './fair-queue.ts'

function createQueue(maxOpenResponses?: number) {
  const started: string[] = []
  const refused: string[] = []
  const responses: EventEmitter[] = []
  const listener = queueFairly((request) => void started.push(request.url!), {
    clientAddressOf: ({ headers }) => ({ ip: headers.host!, isTrusted: headers.host === '127.0.0.1' }),
    ...(maxOpenResponses !== undefined && { maxOpenResponses }),
  })
  function send(ip: string, url: string, { isDestroyed = false } = {}) {
    const response = Object.assign(new EventEmitter(), {
      destroyed: isDestroyed,
      writeHead: (status: number) => void refused.push(`${url} ${status}`),
      end: () => response.emit('close'),
    })
    responses.push(response)
    listener(
      { url, headers: { host: ip }, socket: { destroyed: false } } as unknown as IncomingMessage,
      response as unknown as ServerResponse,
    )
  }
  return { send, started, refused, finish: (index: number) => responses[index]!.emit('close') }
}

test('a few requests start immediately', () => {
  const { send, started } = createQueue()
  for (const url of ['a', 'b', 'c']) send('203.0.113.1', url)
  expect(started).toEqual(['a', 'b', 'c'])
})

test('clients take turns, regardless of how many requests one of them has queued', async () => {
  const { send, started } = createQueue()
  for (let number = 0; number < 100; number += 1) send('203.0.113.1', `many-${number}`)
  send('203.0.113.2', 'other')
  send('203.0.113.3', 'another')
  expect(started).toHaveLength(4)
  await nextTick()
  expect(started.slice(4)).toEqual(['many-4', 'other', 'another', 'many-5'])
  for (let turn = 0; turn < 30; turn += 1) await nextTick()
  expect(started).toHaveLength(102)
})

test('a client with too many open responses is answered 503, and addresses of one IPv6 network count as one client', () => {
  const { send, refused, finish } = createQueue(3)
  for (let number = 0; number < 4; number += 1) send(`2001:db8:1:1::${number}`, `v6-${number}`)
  expect(refused).toEqual(['v6-3 503'])
  send('2001:db8:1:2::1', 'next door')
  finish(0)
  send('2001:db8:1:1::9', 'again')
  expect(refused).toEqual(['v6-3 503'])
  for (let number = 0; number < 10; number += 1) send('127.0.0.1', `proxied-${number}`)
  expect(refused, 'a trusted proxy is not limited').toEqual(['v6-3 503'])
})

test('a request whose client has disconnected is skipped', async () => {
  const { send, started } = createQueue()
  for (let number = 0; number < 4; number += 1) send('203.0.113.1', `first-${number}`)
  send('203.0.113.1', 'gone', { isDestroyed: true })
  send('203.0.113.1', 'there')
  await nextTick()
  expect(started.slice(4)).toEqual(['there'])
})
