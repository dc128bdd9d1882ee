import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UPLOAD_MAX_BYTES } from '#shop/constants.ts'
import { finish, listen } from './http-server.ts'
import { BODY_PACE, cutStalledBody } from './stalled-body-timeout.ts'

const SLOW_LINE_BYTES_A_SECOND = 1_000_000 / 8

test('a picture of the largest size has the time that it takes over a slow line; the head of a request has not', async () => {
  const { server } = await listen({ host: '127.0.0.1', port: 0 })
  expect(server.requestTimeout).toBeGreaterThan(2 * (UPLOAD_MAX_BYTES / SLOW_LINE_BYTES_A_SECOND) * 1000)
  expect(server.headersTimeout).toBe(15_000)
  expect(BODY_PACE.bytes / BODY_PACE.milliseconds).toBeLessThan(SLOW_LINE_BYTES_A_SECOND / 1000 / 10)
  await finish(server, 0)
})

test('the connection of somebody who goes quiet in the middle of a body is cut', async () => {
  const server = createServer((request) => {
    cutStalledBody(request, { bytes: 1, milliseconds: 20 })
    request.resume().on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sender.on('error', () => {})
  sender.resume().write('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 1000\r\n\r\nhalf')
  await once(sender, 'close')
  expect(sender.destroyed).toBe(true)
  server.close()
})

describe('while a body comes', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function aBody({ readableLength = 0 } = {}) {
    const socket = { bytesRead: 500, destroy: vi.fn<() => void>() }
    const request = Object.assign(new EventEmitter(), { socket, headers: { 'content-length': '9000000' }, complete: false, readableLength })
    cutStalledBody(request as unknown as IncomingMessage)
    const pass = (bytes: number) => {
      socket.bytesRead += bytes
      vi.advanceTimersByTime(BODY_PACE.milliseconds)
    }
    return { request, socket, pass }
  }

  test('a slow one is left alone for as long as it comes, and looked after no longer than that', () => {
    const { request, socket, pass } = aBody()
    for (let times = 0; times < 20; times++) pass(BODY_PACE.bytes)
    request.complete = true
    pass(0)
    expect([socket.destroy.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('one that drips to hold the connection is cut', () => {
    const { socket, pass } = aBody()
    pass(BODY_PACE.bytes)
    pass(10)
    expect(socket.destroy).toHaveBeenCalled()
  })

  test('one that nobody reads yet waits for its turn; what was answered is no longer watched', () => {
    const { request, socket, pass } = aBody({ readableLength: 65_536 })
    pass(0)
    expect(socket.destroy).not.toHaveBeenCalled()
    request.emit('close')
    expect(vi.getTimerCount()).toBe(0)
  })
})
