import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#shop/constants.ts'
import { closeGracefully, listen } from './http-server.ts'
import { MIN_BODY_RATE, closeStalledBody } from './stalled-body-timeout.ts'

const SLOW_LINE_BYTES_A_SECOND = 1_000_000 / 8

test('the timeouts allow the largest picture over a slow connection, but not slow headers', async () => {
  const { server } = await listen({ host: '127.0.0.1', port: 0 })
  expect(server.requestTimeout).toBeGreaterThan(2 * (MAX_UPLOAD_BYTES / SLOW_LINE_BYTES_A_SECOND) * 1000)
  expect(server.headersTimeout).toBe(15_000)
  expect(MIN_BODY_RATE.bytes / MIN_BODY_RATE.milliseconds).toBeLessThan(SLOW_LINE_BYTES_A_SECOND / 1000 / 10)
  await closeGracefully(server, 0)
})

test('a connection that stalls in the middle of a body is closed', async () => {
  const server = createServer((request) => {
    closeStalledBody(request, { bytes: 1, milliseconds: 20 })
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

describe('while a body is received', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function createRequest({ readableLength = 0 } = {}) {
    const socket = { bytesRead: 500, destroy: vi.fn<() => void>() }
    const request = Object.assign(new EventEmitter(), {
      socket,
      headers: { 'content-length': '9000000' },
      complete: false,
      readableLength,
    })
    closeStalledBody(request as unknown as IncomingMessage)
    const receive = (bytes: number) => {
      socket.bytesRead += bytes
      vi.advanceTimersByTime(MIN_BODY_RATE.milliseconds)
    }
    return { request, socket, receive }
  }

  test('a slow body is accepted, and the timer ends with it', () => {
    const { request, socket, receive } = createRequest()
    for (let times = 0; times < 20; times++) receive(MIN_BODY_RATE.bytes)
    request.complete = true
    receive(0)
    expect([socket.destroy.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('a body below the minimum rate is aborted', () => {
    const { socket, receive } = createRequest()
    receive(MIN_BODY_RATE.bytes)
    receive(10)
    expect(socket.destroy).toHaveBeenCalled()
  })

  test('a body that the server has not read yet is not aborted; a closed request has no timer', () => {
    const { request, socket, receive } = createRequest({ readableLength: 65_536 })
    receive(0)
    expect(socket.destroy).not.toHaveBeenCalled()
    request.emit('close')
    expect(vi.getTimerCount()).toBe(0)
  })
})
