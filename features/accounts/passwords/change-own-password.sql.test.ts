import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createRegistration,
  CookieJar,
  createTestAccounts,
  TEST_PASSWORD,
  visit,
  type TestAccounts,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  readResetLinksTo,
  readMailsTo,
  NEW_PASSWORD,
} from '#tests/fixtures/accounts/password-reset-customer.ts'
import { visitor, type Customer } from '#shop/permissions.ts'
import { RATE_LIMITS } from '#platform/rate-limits/rate-limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const wrong = { ok: false, refusal: { code: 'wrong-password' } }

async function aCustomer(given: TestAccounts = createTestAccounts(database)) {
  const { accounts } = given
  const form = createRegistration()
  const { email } = form
  await accounts.register(form, visit)
  async function signIn(password = TEST_PASSWORD, browser = new CookieJar()) {
    const signedIn = await accounts.signIn({ area: 'shop', email, password, remember: true }, browser, visit)
    if (signedIn.ok) browser.take(signedIn.value.setCookies)
    return { browser, result: signedIn.ok ? 'in' : signedIn.refusal.code }
  }
  const { browser } = await signIn()
  const actor = (await accounts.readActor(browser, 'shop')).actor as Customer
  return {
    ...given,
    email,
    actor,
    browser,
    signIn,
    change: (current_password = TEST_PASSWORD, password = NEW_PASSWORD) =>
      accounts.changeOwnPassword(actor, { current_password, password }, browser),
    whoIs: async (seen: CookieJar) => (await accounts.readActor(seen.copyCookies(), 'shop')).actor.kind,
  }
}

test('ACCOUNT-25 the current password allows a change: this session stays, all others end', async () => {
  const { browser, change, signIn, whoIs } = await aCustomer()
  const otherCustomer = await aCustomer()
  const [phone, laptop] = [(await signIn()).browser, (await signIn()).browser]
  expect(await change()).toEqual({ ok: true, value: null })
  expect([await whoIs(browser), await whoIs(phone), await whoIs(laptop)]).toEqual([
    'customer',
    'visitor',
    'visitor',
  ])
  expect(await whoIs(otherCustomer.browser)).toBe('customer')
  expect((await signIn()).result).toBe('wrong-email-or-password')
  expect((await signIn(NEW_PASSWORD)).result).toBe('in')
})

test('ACCOUNT-25 a wrong password changes nothing and ends no session', async () => {
  const { email, change, signIn, whoIs } = await aCustomer()
  const phone = (await signIn()).browser
  for (const guess of ['not the password', '', TEST_PASSWORD.toUpperCase()])
    expect(await change(guess)).toEqual(wrong)
  expect(await whoIs(phone)).toBe('customer')
  expect((await signIn()).result).toBe('in')
  expect((await readMailsTo(database, email)).map(({ kind }) => kind)).toEqual(['verify-email'])
})

test('ACCOUNT-23 the owner gets an email with a link to reset the password, and earlier links are invalid', async () => {
  const { accounts, email, change } = await aCustomer()
  await accounts.requestPasswordReset(email, visit)
  const token = (await readResetLinksTo(database, email)).at(-1)!.searchParams.get('token')!
  await change()
  expect((await readMailsTo(database, email)).at(-1)).toEqual({
    kind: 'own-password-changed',
    payload: { full_name: 'Anu Mathew', url: 'http://localhost:3000/forgot-password' },
  })
  expect(await accounts.readPasswordReset(token)).toBeNull()
})

test('ACCOUNT-24 of ten concurrent changes, one succeeds', async () => {
  const { change, signIn } = await aCustomer()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => change(TEST_PASSWORD, `password number ${n}`)),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await signIn(`password number ${answers.findIndex(({ ok }) => ok)}`)).result).toBe('in')
})

test('ACCOUNT-24 rolls back password and sessions if the email cannot be queued', async () => {
  const { change, signIn, whoIs } = await aCustomer()
  const phone = (await signIn()).browser
  await database.query(
    `alter table outbox add constraint no_notice check (kind <> 'own-password-changed') not valid`,
  )
  await expect(change()).rejects.toThrow(/no_notice/)
  await database.query('alter table outbox drop constraint no_notice')
  expect(await whoIs(phone)).toBe('customer')
  expect((await signIn()).result).toBe('in')
})

test('LIMIT-9 five attempts, then one a minute; a successful one does not count', async () => {
  const { change, advanceClockBySeconds } = await aCustomer(
    createTestAccounts(database, { limits: RATE_LIMITS }),
  )
  for (let round = 0; round < 3; round++) expect((await change(TEST_PASSWORD, TEST_PASSWORD)).ok).toBe(true)
  for (let guess = 0; guess < 5; guess++) expect(await change(`guess ${guess}`)).toEqual(wrong)
  expect(await change()).toEqual({ ok: false, refusal: { code: 'too-many-tries', retry_after_seconds: 60 } })
  advanceClockBySeconds(60)
  expect((await change()).ok).toBe(true)
})

test('PERMISSION-3 a visitor is refused', async () => {
  const { accounts } = createTestAccounts(database)
  await expect(
    accounts.changeOwnPassword(
      visitor as never,
      { current_password: TEST_PASSWORD, password: NEW_PASSWORD },
      new CookieJar(),
    ),
  ).rejects.toThrow(/may not/)
})
