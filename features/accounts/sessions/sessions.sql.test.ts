import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createSignedInSession,
  CookieJar,
  createTestAccounts,
  type SignInOptions,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const signedIn = (how: SignInOptions = {}) => createSignedInSession(database, how)

describe('SESSION-14 Cookies', () => {
  test('SESSION-14 SESSION-16 scripts cannot read the tokens; without remember-me cookies end with the browser', async () => {
    const { browser } = await signedIn()
    const attributes = Object.fromEntries(
      [...browser.cookies].map(([name, cookie]) => [name, cookie.attributes]),
    )
    expect(attributes).toEqual({
      'ninth-bend-access': 'Path=/; HttpOnly; SameSite=Lax',
      'ninth-bend-refresh': 'Path=/; HttpOnly; SameSite=Lax',
      'signed-in': 'Path=/; SameSite=Lax',
      'ninth-bend-device': `Path=/; Max-Age=${365 * DAY}; HttpOnly; SameSite=Lax`,
    })
  })

  test('SESSION-16 with remember-me they last 30 days', async () => {
    const { browser } = await signedIn({ remember: true })
    for (const name of ['ninth-bend-access', 'ninth-bend-refresh', 'signed-in']) {
      expect(browser.cookies.get(name)?.attributes).toContain(`Max-Age=${30 * DAY};`)
    }
  })

  test('SESSION-14 with https they are Secure and bound to this host', async () => {
    const { browser, first } = await signedIn({ options: { publicUrl: 'https://shop.example' } })
    expect([...browser.cookies.keys()].sort()).toEqual([
      '__Host-ninth-bend-access',
      '__Host-ninth-bend-device',
      '__Host-ninth-bend-refresh',
      'signed-in',
    ])
    for (const cookie of first.setCookies) expect(cookie).toMatch(/; Secure$/)
  })

  test('ADMIN-10 admin sign-in sets the marker and is never remembered', async () => {
    const { browser } = await signedIn({ area: 'admin', remember: true })
    expect(browser.cookies.get('admin-signed-in')?.attributes).toBe('Path=/; Max-Age=120; SameSite=Lax')
    expect(browser.cookies.get('ninth-bend-refresh')?.attributes).not.toContain('Max-Age')
  })

  test('SESSION-27 the database contains neither token', async () => {
    const { value } = await signedIn()
    const [row] = await database.query<{ all: string }>(
      "select string_agg(to_jsonb(s)::text, '') as all from accounts.session s",
    )
    for (const part of [value('access')!, value('refresh')!])
      expect(row?.all).not.toContain(part.split('.').at(-1))
  })
})

describe('SESSION-15 Reading a session', () => {
  test('SESSION-15 the access token is valid for an hour, then the refresh token renews it', async () => {
    const { first, advanceClockBySeconds, value, loadPageAs } = await signedIn()
    expect(first.session.expires_at).toBe('2026-11-21T11:00:00.000Z')
    const before = value('access')
    advanceClockBySeconds(HOUR - 1)
    expect(await loadPageAs()).toBe('customer')
    expect(value('access')).toBe(before)
    advanceClockBySeconds(1)
    expect(await loadPageAs()).toBe('customer')
    expect(value('access')).not.toBe(before)
  })

  test('SESSION-9 SESSION-14 returns user and expiry, without any token', async () => {
    const { accounts, browser, email } = await signedIn()
    const { answer } = await accounts.readSession(browser)
    expect(answer).toEqual({
      user: { id: expect.any(String), email, is_email_verified: false, first_name: 'Anu' },
      expires_at: '2026-11-21T11:00:00.000Z',
    })
  })

  test('SESSION-9 it says at once that the address is verified', async () => {
    const { accounts, browser, email } = await signedIn()
    await database.query('update accounts."user" set email_verified = true where email = $1', [email])
    expect((await accounts.readSession(browser)).answer.user).toMatchObject({ is_email_verified: true })
  })

  test('DATABASE-1 SESSION-15 a session is read although a pooler has lost what was prepared', async () => {
    const { loadPageAs } = await signedIn()
    for (let read = 0; read < 10; read += 1) expect(await loadPageAs()).toBe('customer')
    // In transaction mode the next statement uses another connection.
    await database.db.accounts.query('deallocate all')
    expect(await loadPageAs()).toBe('customer')
  })

  test.each(['access', 'refresh'])('SESSION-15 an altered %s token is invalid', async (name) => {
    const { browser, value, loadPageAs } = await signedIn()
    const forged = value(name)!.replace(
      /\.(.)([^.]*)$/,
      (_, first: string, rest: string) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
    )
    const stolenCookies = new CookieJar()
    stolenCookies.cookies.set('signed-in', browser.cookies.get('signed-in')!)
    stolenCookies.cookies.set(`ninth-bend-${name}`, { value: forged, attributes: '' })
    expect(await loadPageAs(stolenCookies)).toBe('visitor')
    expect(await loadPageAs()).toBe('customer')
  })

  test('SESSION-15 tokens are not interchangeable, and their expiry cannot be changed', async () => {
    const { browser, advanceClockBySeconds, value, loadPageAs } = await signedIn()
    const stolenCookies = new CookieJar()
    stolenCookies.cookies.set('signed-in', browser.cookies.get('signed-in')!)
    stolenCookies.cookies.set('ninth-bend-refresh', { value: value('access')!, attributes: '' })
    expect(await loadPageAs(stolenCookies)).toBe('visitor')
    advanceClockBySeconds(HOUR)
    const [id, , mac] = value('access')!.split('.')
    stolenCookies.cookies.set('signed-in', browser.cookies.get('signed-in')!)
    stolenCookies.cookies.set('ninth-bend-access', {
      value: `${id}.${Date.parse('2030-01-01')}.${mac}`,
      attributes: '',
    })
    expect(await loadPageAs(stolenCookies)).toBe('visitor')
  })

  test('SESSION-18 a session deleted in the database is invalid at the next request', async () => {
    const { email, loadPageAs } = await signedIn()
    await database.query(
      'update accounts.session set expires_at = created_at where user_id = (select id from accounts."user" where email = $1)',
      [email],
    )
    expect(await loadPageAs()).toBe('visitor')
  })

  test('a visitor causes no query and gets no cookies', async () => {
    const { accounts } = createTestAccounts({
      db: { accounts: { query: () => Promise.reject(new Error('asked')) } },
    } as never)
    expect(await accounts.readActor(new CookieJar(), 'shop')).toEqual({
      actor: { kind: 'visitor', userId: null },
      hasSecondFactor: false,
      hasEnded: false,
      signedInWithoutAccess: null,
      setCookies: [],
    })
  })
})

describe('SESSION-16 Session lifetime', () => {
  test.each([
    ['without remember-me', { remember: false }, DAY],
    ['with remember-me', { remember: true }, 30 * DAY],
    ['in the back-office', { area: 'admin' as const }, 12 * HOUR],
  ])('SESSION-16 %s it ends after this long without use', async (_name, kind, idle) => {
    const used = await signedIn(kind)
    used.advanceClockBySeconds(idle - 1)
    expect(await used.loadPageAs()).not.toBe('visitor')
    const unused = await signedIn(kind)
    unused.advanceClockBySeconds(idle)
    expect(await unused.loadPageAs()).toBe('visitor')
    expect(unused.browser.cookies.has('ninth-bend-refresh')).toBe(false)
  })

  test.each([
    ['without remember-me', { remember: false }, 12 * HOUR, 7 * DAY],
    ['with remember-me', { remember: true }, 20 * DAY, 180 * DAY],
    ['in the back-office', { area: 'admin' as const }, 6 * HOUR, DAY],
  ])('SESSION-20 %s it ends after this long even if used', async (_name, kind, step, whole) => {
    const { advanceClockBySeconds, loadPageAs } = await signedIn(kind)
    for (let passed = step; passed < whole; passed += step) {
      advanceClockBySeconds(step)
      expect(await loadPageAs()).not.toBe('visitor')
    }
    advanceClockBySeconds(step)
    expect(await loadPageAs()).toBe('visitor')
  })
})

describe('SESSION-15 Renewal', () => {
  test('SESSION-15 replaces the refresh token; concurrent requests with the previous one are accepted', async () => {
    const { browser, advanceClockBySeconds, renew, value } = await signedIn()
    advanceClockBySeconds(30 * MINUTE)
    const [tab, other] = [browser.copyCookies(), browser.copyCookies()]
    const before = value('refresh')
    await Promise.all([renew(), renew(tab), renew(other)])
    expect(value('refresh')).not.toBe(before)
    expect(tab.get('cookie')).toBe(browser.get('cookie'))
    expect(other.get('cookie')).toBe(browser.get('cookie'))
  })

  test('SESSION-15 keeps the token for some minutes, so that quick renewals do not conflict', async () => {
    const { advanceClockBySeconds, renew, value, email } = await signedIn()
    const before = value('refresh')
    advanceClockBySeconds(9 * MINUTE)
    expect(await renew()).toBe(email)
    expect(value('refresh')).toBe(before)
  })

  test('SESSION-19 reuse of a copied refresh token ends the session for all holders', async () => {
    const { browser, advanceClockBySeconds, renew, email, loadPageAs } = await signedIn()
    const stolenCookies = browser.copyCookies()
    advanceClockBySeconds(30 * MINUTE)
    expect(await renew()).toBe(email)
    advanceClockBySeconds(2 * MINUTE)
    expect(await renew(stolenCookies)).toBeUndefined()
    expect(await loadPageAs()).toBe('visitor')
  })

  test('SESSION-17 without a session renewal is refused and the cookies are cleared', async () => {
    const { accounts, browser, renew } = await signedIn()
    await accounts.signOut(browser.copyCookies())
    expect(await renew()).toBeUndefined()
    expect([...browser.cookies.keys()]).toEqual(['ninth-bend-device'])
  })
})

test('the sweep deletes expired rows only', async () => {
  const ended = await signedIn()
  const live = await signedIn({ remember: true })
  ended.advanceClockBySeconds(2 * DAY)
  live.advanceClockBySeconds(2 * DAY)
  const before = (await database.query('select from accounts.session')).length
  await ended.accounts.sweep()
  expect((await database.query('select from accounts.session')).length).toBeLessThan(before)
  expect(await live.loadPageAs()).toBe('customer')
})
