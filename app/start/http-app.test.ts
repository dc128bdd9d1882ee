import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { S3Unavailable } from '#platform/picture-store/s3-requests.server.ts'
import { createApp } from './http-app.ts'

async function requestFailingWith(error: Error, publicUrl = 'http://shop.invalid') {
  const logged: string[] = []
  const service = new Hono().get('/broken', () => {
    throw error
  })
  const log = { info: () => logged.push('info'), error: () => logged.push('error') }
  const app = createApp({
    services: [service],
    rejectCrossOriginRequest: () => undefined,
    publicUrl,
    log,
  } as unknown as Parameters<typeof createApp>[0])
  const response = await app.request('/broken')
  return { logged, status: response.status, headers: response.headers, text: await response.text() }
}

test('MESSAGE-14 a failed request is logged as an error, and its client gets a generic message', async () => {
  const { logged, status, text } = await requestFailingWith(new Error('a confidential cause'))
  expect([logged, status]).toEqual([['error'], 500])
  expect(text).toContain('something went wrong')
  expect(text).not.toContain('confidential')
})

test('an aborted request body is not logged as an error', async () => {
  expect(
    (await requestFailingWith(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).logged,
  ).toEqual(['info'])
  expect(
    (await requestFailingWith(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))).logged,
  ).toEqual(['error'])
})

test('every response has security headers', async () => {
  const { headers } = await requestFailingWith(new Error('a cause'))
  expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\)/)
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

test('SECURITY-2 HSTS is sent if PUBLIC_URL is https; responses without an own policy allow no scripts and no framing', async () => {
  const headersOf = async (publicUrl: string) =>
    (await requestFailingWith(new Error('a cause'), publicUrl)).headers
  expect((await headersOf('https://shop.example')).get('strict-transport-security')).toBe('max-age=31536000')
  expect((await headersOf('http://shop.example')).get('strict-transport-security')).toBeNull()
  expect((await headersOf('https://shop.example')).get('content-security-policy')).toContain(
    "frame-ancestors 'none'",
  )
})

test('PICTURE-7 a picture store that does not answer is a failure for now, whether it refuses connections or hangs', async () => {
  for (const cause of [
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    new DOMException('late', 'TimeoutError'),
  ]) {
    const { status, headers } = await requestFailingWith(new S3Unavailable('no answer', { cause }))
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  }
})
