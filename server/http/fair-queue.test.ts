import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { queueFairly } from './fair-queue.ts'

/** Requests of callers, by the addresses that they come from; `127.0.0.1` is a proxy that names nobody. */
function aDoor(maxOpenResponses?: number) {
  const begun: string[] = []
  const refused: string[] = []
  const responses: EventEmitter[] = []
  const listener = queueFairly((request) => void begun.push(request.url!), {
    clientAddressOf: ({ headers }) => ({ ip: headers.host!, isTrusted: headers.host === '127.0.0.1' }),
    ...(maxOpenResponses !== undefined && { maxOpenResponses }),
  })
  function ask(ip: string, url: string, { hasGone = false } = {}) {
    const response = Object.assign(new EventEmitter(), {
      destroyed: hasGone,
      writeHead: (status: number) => void refused.push(`${url} ${status}`),
      end: () => response.emit('close'),
    })
    responses.push(response)
    listener({ url, headers: { host: ip }, socket: { destroyed: false } } as unknown as IncomingMessage, response as unknown as ServerResponse)
  }
  return { ask, begun, refused, finish: (index: number) => responses[index]!.emit('close') }
}

test('few requests begin at once', () => {
  const { ask, begun } = aDoor()
  for (const url of ['a', 'b', 'c']) ask('203.0.113.1', url)
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('one that asks a hundred times has one turn to everybody else’s one', async () => {
  const { ask, begun } = aDoor()
  for (let number = 0; number < 100; number += 1) ask('203.0.113.1', `many-${number}`)
  ask('203.0.113.2', 'other')
  ask('203.0.113.3', 'another')
  expect(begun).toHaveLength(4)
  await nextTurn()
  expect(begun.slice(4)).toEqual(['many-4', 'other', 'another', 'many-5'])
  for (let turn = 0; turn < 30; turn += 1) await nextTurn()
  expect(begun).toHaveLength(102)
})

test('with too many open answers a caller comes later, and the addresses of one IPv6 network are one caller', () => {
  const { ask, refused, finish } = aDoor(3)
  for (let number = 0; number < 4; number += 1) ask(`2001:db8:1:1::${number}`, `v6-${number}`)
  expect(refused).toEqual(['v6-3 503'])
  ask('2001:db8:1:2::1', 'next door')
  finish(0)
  ask('2001:db8:1:1::9', 'again')
  expect(refused).toEqual(['v6-3 503'])
  for (let number = 0; number < 10; number += 1) ask('127.0.0.1', `proxied-${number}`)
  expect(refused, 'a proxy speaks for many').toEqual(['v6-3 503'])
})

test('whoever has hung up is not waited for', async () => {
  const { ask, begun } = aDoor()
  for (let number = 0; number < 4; number += 1) ask('203.0.113.1', `first-${number}`)
  ask('203.0.113.1', 'gone', { hasGone: true })
  ask('203.0.113.1', 'there')
  await nextTurn()
  expect(begun.slice(4)).toEqual(['there'])
})
