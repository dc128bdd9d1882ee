import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createRegistration,
  CookieJar,
  createTestAccounts,
  TEST_PASSWORD,
  visit,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { sessionRoutes } from './session-routes.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function signedIn() {
  const { accounts, advanceClockBySeconds } = createTestAccounts(database)
  const routes = sessionRoutes(accounts)
  const form = createRegistration()
  await accounts.register(form, visit)
  const browser = new CookieJar()
  const answer = await accounts.signIn(
    { area: 'shop', email: form.email, password: TEST_PASSWORD, remember: false },
    browser,
    visit,
  )
  if (answer.ok) browser.take(answer.value.setCookies)
  async function request(method: string, path = '/api/session', body?: URLSearchParams, from = browser) {
    const cookie = from.get('cookie')
    const length = body && { 'content-length': String(String(body).length) }
    const response = await routes.request(path, {
      method,
      headers: { ...(cookie && { cookie }), ...length },
      ...(body && { body }),
    })
    from.take(response.headers.getSetCookie())
    return response
  }
  return { request, browser, email: form.email, advanceClockBySeconds }
}

describe('SESSION-15 /api/session', () => {
  test('SESSION-28 GET returns the user and the expiry, uncached', async () => {
    const { request, email } = await signedIn()
    const response = await request('GET')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      user: { id: expect.any(String), email, is_email_verified: false, first_name: 'Anu' },
      expires_at: '2026-11-21T11:00:00.000Z',
    })
  })

  test('SESSION-28 GET for a visitor returns 200 without a user', async () => {
    const { request } = await signedIn()
    const response = await request('GET', undefined, undefined, new CookieJar())
    expect([response.status, await response.json()]).toEqual([200, { user: null, expires_at: null }])
  })

  test('SESSION-15 POST renews the session', async () => {
    const { request, advanceClockBySeconds } = await signedIn()
    advanceClockBySeconds(1800)
    const response = await request('POST')
    expect(await response.json()).toMatchObject({ expires_at: '2026-11-21T11:30:00.000Z' })
    expect(response.headers.getSetCookie()).toHaveLength(3)
  })

  test('SESSION-17 POST without a session returns 401 and deletes the cookies', async () => {
    const { request, browser } = await signedIn()
    await request('DELETE', undefined, undefined, browser.copyCookies())
    const response = await request('POST')
    expect([response.status, await response.json()]).toEqual([401, { user: null, expires_at: null }])
    expect([...browser.cookies.keys()]).toEqual(['ninth-bend-device'])
  })

  test('SESSION-6 DELETE signs out and is idempotent', async () => {
    const { request, browser } = await signedIn()
    const copiedCookies = browser.copyCookies()
    expect((await request('DELETE')).status).toBe(200)
    expect((await request('DELETE')).status).toBe(200)
    expect((await request('POST', undefined, undefined, copiedCookies)).status).toBe(401)
  })
})

describe('SESSION-6 Sign-out as a plain form', () => {
  test.each([
    [undefined, '/?notice=signed-out'],
    ['admin', '/admin?notice=signed-out'],
    ['https://evil.example', '/?notice=signed-out'],
  ])('SESSION-6 area %s leads to %s', async (area, to) => {
    const { request, browser } = await signedIn()
    const response = await request('POST', '/logout', new URLSearchParams(area ? { area } : {}))
    expect([response.status, response.headers.get('location')]).toEqual([303, to])
    expect(browser.cookies.has('ninth-bend-refresh')).toBe(false)
  })

  test('an invalid or too large body does not prevent the sign-out', async () => {
    for (const body of [undefined, new URLSearchParams({ area: 'x'.repeat(5000) })]) {
      const { request, browser } = await signedIn()
      expect((await request('POST', '/logout', body)).status).toBe(303)
      expect(browser.cookies.has('ninth-bend-refresh')).toBe(false)
    }
  })
})
