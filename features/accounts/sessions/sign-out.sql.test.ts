import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createSignedInSession,
  CookieJar,
  createTestAccounts,
  type SignInOptions,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

const TWO_HOURS = 2 * 60 * 60

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const signedIn = (how: SignInOptions = {}) => createSignedInSession(database, how)

describe('SESSION-6 Sign out', () => {
  test('SESSION-6 tokens stolen before the sign-out are invalid', async () => {
    const { accounts, browser, renew, loadPageAs } = await signedIn({ remember: true })
    const stolenCookies = browser.copyCookies()
    expect(await loadPageAs(browser.copyCookies())).toBe('customer')
    browser.take((await accounts.signOut(browser)).setCookies)
    expect(await loadPageAs(stolenCookies.copyCookies())).toBe('visitor')
    expect(await renew(stolenCookies.copyCookies())).toBeUndefined()
    expect([...browser.cookies.keys()]).toEqual(['ninth-bend-device'])
  })

  test('SESSION-6 other browsers stay signed in', async () => {
    const { accounts, browser, signIn, loadPageAs } = await signedIn()
    const phone = new CookieJar()
    await signIn(phone)
    await accounts.signOut(browser)
    expect(await loadPageAs()).toBe('visitor')
    expect(await loadPageAs(phone)).toBe('customer')
  })

  test('SESSION-6 revokes the session with an expired access token too', async () => {
    const { accounts, browser, advanceClockBySeconds, renew } = await signedIn()
    const stolenCookies = browser.copyCookies()
    advanceClockBySeconds(TWO_HOURS)
    await accounts.signOut(browser)
    expect(await renew(stolenCookies)).toBeUndefined()
  })

  test('SESSION-7 a browser that deleted only its readable cookie is signed out by its next request', async () => {
    const { browser, loadPageAs } = await signedIn()
    const stolenCookies = browser.copyCookies()
    browser.cookies.delete('signed-in')
    expect(await loadPageAs()).toBe('visitor')
    expect(browser.cookies.has('ninth-bend-access')).toBe(false)
    expect(await loadPageAs(stolenCookies)).toBe('visitor')
  })

  test('SESSION-7 clears the cookies even if the database is unavailable', async () => {
    const { browser } = await signedIn()
    const { accounts } = createTestAccounts({
      db: { accounts: { query: () => Promise.reject(new Error('gone')) } },
    } as never)
    browser.take((await accounts.signOut(browser)).setCookies)
    expect(browser.cookies.has('ninth-bend-refresh')).toBe(false)
  })

  test('SESSION-21 every sign-in creates a new session and ends the browser’s previous one', async () => {
    const { browser, signIn, loadPageAs } = await signedIn()
    const before = browser.copyCookies()
    await signIn()
    expect(browser.cookies.get('ninth-bend-access')?.value.split('.')[0]).not.toBe(
      before.cookies.get('ninth-bend-access')?.value.split('.')[0],
    )
    expect(await loadPageAs(before)).toBe('visitor')
    expect(await loadPageAs()).toBe('customer')
  })
})
