import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import {
  createRegistration,
  CookieJar,
  createTestAccounts,
  TEST_PASSWORD,
  visit,
  type TestAccounts,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { deleteAllAdministrators } from '#tests/fixtures/databases/administrators.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const mailsTo = (email: string) => database.query('select kind from outbox where recipient = $1', [email])
const count = async (sql: string, values: unknown[]) => (await database.query(sql, values)).length

async function aCustomer({ accounts }: TestAccounts, changes = {}) {
  const form = createRegistration(changes)
  expect(await accounts.register(form, visit)).toEqual({ ok: true, value: null })
  return form
}

const anAdministrator = async ({ accounts }: TestAccounts) => {
  const email = `owner.${crypto.randomUUID()}@shop.example`
  await accounts.createAdministrator({ email: ` ${email.toUpperCase()} `, password: TEST_PASSWORD })
  return email
}
const signInTo = async (
  { accounts }: TestAccounts,
  area: 'shop' | 'admin',
  email: string,
  browser = new CookieJar(),
) => {
  const signedIn = await accounts.signIn(
    { area, email, password: TEST_PASSWORD, remember: true },
    browser,
    visit,
  )
  if (signedIn.ok) browser.take(signedIn.value.setCookies)
  return { signedIn, browser }
}

describe('STAFF-1 Administrators', () => {
  test('SESSION-3 OPERATIONS-9 the first administrator can sign in without verification', async () => {
    const given = createTestAccounts(database, { requireVerifiedEmail: true })
    const email = await anAdministrator(given)
    const { browser } = await signInTo(given, 'admin', email)
    expect((await given.accounts.readActor(browser, 'admin')).actor).toMatchObject({ kind: 'admin', email })
    expect(await mailsTo(email)).toEqual([])
  })

  test('SESSION-4 a customer with the correct password is refused and gets no session', async () => {
    const given = createTestAccounts(database)
    const { email } = await aCustomer(given)
    const { signedIn } = await signInTo(given, 'admin', email)
    expect(signedIn).toEqual({ ok: false, refusal: { code: 'access-denied' } })
    expect(
      await count(
        'select from accounts.session s join accounts."user" u on u.id = s.user_id where u.email = $1',
        [email],
      ),
    ).toBe(0)
  })

  test('PERMISSION-13 the role alone is not enough: a shop session does not open the back-office', async () => {
    const given = createTestAccounts(database)
    const { browser } = await signInTo(given, 'shop', await anAdministrator(given))
    expect((await given.accounts.readActor(browser, 'admin')).actor.kind).toBe('visitor')
    expect((await given.accounts.readActor(browser, 'shop')).actor.kind).toBe('customer')
  })

  test('SESSION-4 in the shop an administrator acts as a customer', async () => {
    const given = createTestAccounts(database)
    const { browser } = await signInTo(given, 'admin', await anAdministrator(given))
    expect((await given.accounts.readActor(browser, 'shop')).actor.kind).toBe('customer')
  })

  test('PERMISSION-15 a revoked role has no access at the next request, although the cookies are valid', async () => {
    const given = createTestAccounts(database)
    const email = await anAdministrator(given)
    const { browser } = await signInTo(given, 'admin', email)
    expect((await given.accounts.readActor(browser, 'admin')).actor.kind).toBe('admin')
    await database.query(
      'delete from accounts.administrator where user_id = (select id from accounts."user" where email = $1)',
      [email],
    )
    expect((await given.accounts.readActor(browser, 'admin')).actor.kind).toBe('visitor')
  })

  test('STAFF-3 an earlier registration of the owner’s address gets no access to the back-office', async () => {
    const given = createTestAccounts(database)
    const { email } = await aCustomer(given, { password: 'a stranger’s password' })
    const otherBrowser = new CookieJar()
    const signIn = (password: string) =>
      given.accounts.signIn({ area: 'admin', email, password, remember: false }, new CookieJar(), visit)
    const before = await given.accounts.signIn(
      { area: 'shop', email, password: 'a stranger’s password', remember: true },
      otherBrowser,
      visit,
    )
    if (before.ok) otherBrowser.take(before.value.setCookies)
    await given.accounts.createAdministrator({ email, password: TEST_PASSWORD })
    expect((await given.accounts.readActor(otherBrowser, 'shop')).actor.kind).toBe('visitor')
    expect((await signIn('a stranger’s password')).ok).toBe(false)
    expect((await signIn(TEST_PASSWORD)).ok).toBe(true)
  })

  test('OPERATIONS-8 two nodes that start together create one first administrator', async () => {
    const { accounts } = createTestAccounts(database)
    const email = `owner.${crypto.randomUUID()}@shop.example`
    await Promise.all([1, 2, 3].map(() => accounts.createAdministrator({ email, password: TEST_PASSWORD })))
    expect(
      await count(
        'select from accounts.administrator join accounts."user" u on u.id = user_id where email = $1',
        [email],
      ),
    ).toBe(1)
  })

  test('OPERATIONS-8 nodes with different passwords create one first administrator, and the others report that they did not', async () => {
    await deleteAllAdministrators(database)
    const owners = [1, 2, 3, 4].map(() => ({
      email: `owner.${crypto.randomUUID()}@shop.example`,
      password: TEST_PASSWORD,
    }))
    const nodes = owners.map((owner) =>
      createTestAccounts(database).accounts.createAdministrator(owner, { isFirst: true }),
    )
    const made = await Promise.all(nodes)
    expect(made.toSorted()).toEqual([false, false, false, true])
    const found = await database.query(
      'select u.email from accounts.administrator join accounts."user" u on u.id = user_id',
    )
    expect(found).toEqual([{ email: owners[made.indexOf(true)]!.email }])
    expect(
      await count('select from accounts."user" where email = any ($1)', [owners.map(({ email }) => email)]),
    ).toBe(1)
  })

  test('OPERATIONS-8 ACCOUNT-18 a password that breaks the rules creates no administrator', async () => {
    const { accounts } = createTestAccounts(database)
    await expect(
      accounts.createAdministrator({ email: 'short@shop.example', password: 'short' }),
    ).rejects.toThrow(messages.passwordTooShort)
    await expect(
      accounts.createAdministrator({ email: 'short@shop.example', password: 'password' }),
    ).rejects.toThrow(/harder to guess/)
    expect(await count('select from accounts."user" where email = $1', ['short@shop.example'])).toBe(0)
  })
})
