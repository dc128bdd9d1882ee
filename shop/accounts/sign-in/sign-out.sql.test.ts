import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, Browser, newTestAccounts, type SignInHow } from '#tests/fixtures/accounts/test-accounts.ts'
import { newTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

const TWO_HOURS = 2 * 60 * 60

let database: TestDatabase
beforeAll(async () => {
  database = await newTestDatabase()
})
afterAll(() => database.close())

const signedIn = (how: SignInHow = {}) => aSession(database, how)

describe('§4 Sign out', () => {
  test('T48 what was stolen before a sign-out is worth nothing after it', async () => {
    const { accounts, browser, renew, visitPage } = await signedIn({ remember: true })
    const thief = browser.stolen()
    expect(await visitPage(browser.stolen())).toBe('customer')
    browser.take((await accounts.signOut(browser)).setCookies)
    expect(await visitPage(thief.stolen())).toBe('visitor')
    expect(await renew(thief.stolen())).toBeUndefined()
    expect([...browser.cookies.keys()]).toEqual(['ninth-bend-device'])
  })

  test('§7 it is local: the other browser stays signed in', async () => {
    const { accounts, browser, signIn, visitPage } = await signedIn()
    const phone = new Browser()
    await signIn(phone)
    await accounts.signOut(browser)
    expect(await visitPage()).toBe('visitor')
    expect(await visitPage(phone)).toBe('customer')
  })

  test('§4 an hour later it still revokes', async () => {
    const { accounts, browser, passSeconds, renew } = await signedIn()
    const thief = browser.stolen()
    passSeconds(TWO_HOURS)
    await accounts.signOut(browser)
    expect(await renew(thief)).toBeUndefined()
  })

  test('§4 a browser that could only drop its readable cookie is signed out by its next request', async () => {
    const { browser, visitPage } = await signedIn()
    const thief = browser.stolen()
    browser.cookies.delete('signed-in')
    expect(await visitPage()).toBe('visitor')
    expect(browser.cookies.has('ninth-bend-access')).toBe(false)
    expect(await visitPage(thief)).toBe('visitor')
  })

  test('§8 when the database does not answer, the cookies go all the same', async () => {
    const { browser } = await signedIn()
    const { accounts } = newTestAccounts({ db: { accounts: { query: () => Promise.reject(new Error('gone')) } } } as never)
    browser.take((await accounts.signOut(browser)).setCookies)
    expect(browser.cookies.has('ninth-bend-refresh')).toBe(false)
  })

  test('T48 every sign-in is a new session, and the one the browser held before is over', async () => {
    const { browser, signIn, visitPage } = await signedIn()
    const before = browser.stolen()
    await signIn()
    expect(browser.cookies.get('ninth-bend-access')?.value.split('.')[0]).not.toBe(before.cookies.get('ninth-bend-access')?.value.split('.')[0])
    expect(await visitPage(before)).toBe('visitor')
    expect(await visitPage()).toBe('customer')
  })
})
