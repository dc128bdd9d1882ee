import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createApp } from './http-app.ts'

/** What is logged when a request fails with this. */
async function loggedOf(failure: Error, publicUrl = 'http://shop.invalid') {
  const logged: string[] = []
  const service = new Hono().get('/broken', () => {
    throw failure
  })
  const log = { info: () => logged.push('info'), error: () => logged.push('error') }
  const app = createApp({ services: [service], rejectCrossOriginRequest: () => undefined, publicUrl, log } as unknown as Parameters<typeof createApp>[0])
  const answer = await app.request('/broken')
  return { logged, status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('MESSAGE-14 a request that fails is in the log as a fault, and its sender reads one sentence', async () => {
  const { logged, status, text } = await loggedOf(new Error('a cause that is nobody’s business'))
  expect([logged, status]).toEqual([['error'], 500])
  expect(text).toContain('something went wrong')
  expect(text).not.toContain('nobody’s business')
})

test('a body whose sender went away is no fault of the shop’s', async () => {
  expect((await loggedOf(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).logged).toEqual(['info'])
  expect((await loggedOf(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))).logged).toEqual(['error'])
})

test('every answer says what browsers may do with it', async () => {
  const { headers } = await loggedOf(new Error('a cause'))
  expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\)/)
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

test('SECURITY-2 a shop that people reach by https is not asked for without it again; nothing without a policy of its own runs or is framed', async () => {
  const policyOf = async (publicUrl: string) => (await loggedOf(new Error('a cause'), publicUrl)).headers
  expect((await policyOf('https://shop.example')).get('strict-transport-security')).toBe('max-age=31536000')
  expect((await policyOf('http://shop.example')).get('strict-transport-security')).toBeNull()
  expect((await policyOf('https://shop.example')).get('content-security-policy')).toContain("frame-ancestors 'none'")
})
