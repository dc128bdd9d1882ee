import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRegistration, CookieJar, createTestAccounts, TEST_PASSWORD, visit } from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { sessionRoutes } from './session-routes.ts'

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
  const answer = await accounts.signIn({ area: 'shop', email: form.email, password: TEST_PASSWORD, remember: false }, browser, visit)
  if (answer.ok) browser.take(answer.value.setCookies)
  async function ask(method: string, path = '/api/session', body?: URLSearchParams, from = browser) {
    const cookie = from.get('cookie')
    const length = body && { 'content-length': String(String(body).length) }
    const response = await routes.request(path, { method, headers: { ...(cookie && { cookie }), ...length }, ...(body && { body }) })
    from.take(response.headers.getSetCookie())
    return response
  }
  return { ask, browser, email: form.email, advanceClockBySeconds }
}

describe('SESSION-15 /api/session', () => {
  test('SESSION-28 GET tells who is signed in and until when, to nobody’s cache', async () => {
    const { ask, email } = await signedIn()
    const response = await ask('GET')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ user: { id: expect.any(String), email, first_name: 'Anu' }, expires_at: '2026-11-21T11:00:00.000Z' })
  })

  test('SESSION-28 GET for a visitor is an answer, not an error', async () => {
    const { ask } = await signedIn()
    const response = await ask('GET', undefined, undefined, new CookieJar())
    expect([response.status, await response.json()]).toEqual([200, { user: null, expires_at: null }])
  })

  test('SESSION-15 POST renews', async () => {
    const { ask, advanceClockBySeconds } = await signedIn()
    advanceClockBySeconds(1800)
    const response = await ask('POST')
    expect(await response.json()).toMatchObject({ expires_at: '2026-11-21T11:30:00.000Z' })
    expect(response.headers.getSetCookie()).toHaveLength(3)
  })

  test('SESSION-17 POST without a session is 401, and takes the dead cookies away', async () => {
    const { ask, browser } = await signedIn()
    await ask('DELETE', undefined, undefined, browser.copyCookies())
    const response = await ask('POST')
    expect([response.status, await response.json()]).toEqual([401, { user: null, expires_at: null }])
    expect([...browser.cookies.keys()]).toEqual(['ninth-bend-device'])
  })

  test('SESSION-6 DELETE signs out; doing it twice is no fault', async () => {
    const { ask, browser } = await signedIn()
    const thief = browser.copyCookies()
    expect((await ask('DELETE')).status).toBe(200)
    expect((await ask('DELETE')).status).toBe(200)
    expect((await ask('POST', undefined, undefined, thief)).status).toBe(401)
  })
})

describe('SESSION-6 Sign-out as a plain form', () => {
  test.each([
    [undefined, '/'],
    ['admin', '/admin'],
    ['https://evil.example', '/'],
  ])('SESSION-6 area %s leads to %s', async (area, to) => {
    const { ask, browser } = await signedIn()
    const response = await ask('POST', '/logout', new URLSearchParams(area ? { area } : {}))
    expect([response.status, response.headers.get('location')]).toEqual([303, to])
    expect(browser.cookies.has('ninth-bend-refresh')).toBe(false)
  })

  test('a body that is no form, or far too large, does not stop it', async () => {
    for (const body of [undefined, new URLSearchParams({ area: 'x'.repeat(5000) })]) {
      const { ask, browser } = await signedIn()
      expect((await ask('POST', '/logout', body)).status).toBe(303)
      expect(browser.cookies.has('ninth-bend-refresh')).toBe(false)
    }
  })
})
