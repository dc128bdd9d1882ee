import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CookieJar, createTestAccounts, TEST_PASSWORD } from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createPasswordResetCustomer,
  readMailsTo,
  NEW_PASSWORD,
} from '#tests/fixtures/accounts/password-reset-customer.ts'
import { RESET_SECONDS } from '#features/accounts/better-auth.server.ts'
import { RATE_LIMITS } from '#platform/rate-limits/rate-limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const notValid = { ok: false, refusal: { code: 'link-not-valid' } }
const sessionsOf = async (email: string) =>
  (
    await database.query(
      'select from accounts.session s join accounts."user" u on u.id = s.user_id where u.email = $1',
      [email],
    )
  ).length

describe('ACCOUNT-20 Choosing a new password', () => {
  test('ACCOUNT-19 ACCOUNT-21 opening the link changes nothing; using it replaces the password', async () => {
    const { accounts, email, signIn, ask, reset } = await createPasswordResetCustomer(database)
    const token = await ask()
    for (let look = 0; look < 2; look++)
      expect(await accounts.readPasswordReset(token)).toEqual({ email, isInvited: false })
    expect((await signIn()).result).toBe('in')
    expect((await reset(token)).ok).toBe(true)
    expect((await signIn()).result).toBe('wrong-email-or-password')
    expect((await signIn(NEW_PASSWORD)).result).toBe('in')
  })

  test('ACCOUNT-19 ACCOUNT-20 a link works once', async () => {
    const { accounts, signIn, ask, reset } = await createPasswordResetCustomer(database)
    const token = await ask()
    await reset(token)
    expect(await accounts.readPasswordReset(token)).toBeNull()
    expect(await reset(token, 'a third password')).toEqual(notValid)
    expect((await signIn(NEW_PASSWORD)).result).toBe('in')
  })

  test('ACCOUNT-19 of ten concurrent submits of one link, one succeeds', async () => {
    const { email, ask, reset, signIn } = await createPasswordResetCustomer(database)
    const token = await ask()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reset(token, `password number ${n}`)),
    )
    const chosen = answers.findIndex(({ ok }) => ok)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await signIn(`password number ${chosen}`)).result).toBe('in')
    expect(
      (await readMailsTo(database, email)).filter(({ kind }) => kind === 'password-changed'),
    ).toHaveLength(1)
  })

  test('ACCOUNT-19 all links are valid until one is used, also concurrently', async () => {
    const { accounts, ask, reset } = await createPasswordResetCustomer(database)
    const tokens = [await ask(), await ask(), await ask(), await ask()]
    for (const token of tokens) expect(await accounts.readPasswordReset(token)).not.toBeNull()
    const answers = await Promise.all(tokens.map((token, n) => reset(token, `password number ${n}`)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const token of tokens) expect(await accounts.readPasswordReset(token)).toBeNull()
  })

  test('ACCOUNT-19 a link expires after an hour', async () => {
    const { accounts, signIn, ask, reset } = await createPasswordResetCustomer(database)
    const token = await ask()
    const [left] = await database.query<{ seconds: number }>(
      'select extract(epoch from max(expires_at) - now())::float8 as seconds from accounts.verification',
    )
    expect(Math.abs(left!.seconds - RESET_SECONDS)).toBeLessThan(60)
    expect(RESET_SECONDS).toBe(3600)
    await database.query(`update accounts.verification set expires_at = now() - interval '1 second'`)
    expect(await accounts.readPasswordReset(token)).toBeNull()
    expect(await reset(token)).toEqual(notValid)
    expect((await signIn()).result).toBe('in')
  })

  test.each([
    ['nothing', ''],
    ['a short token', 'x'],
    ['the prefix of all', 'reset-password:'],
    ['a wildcard', '%'],
    ['a token of 5000 characters', 'A'.repeat(5000)],
  ])('ACCOUNT-19 %s is refused', async (_name, token) => {
    const { accounts, reset } = await createPasswordResetCustomer(database)
    expect(await accounts.readPasswordReset(token)).toBeNull()
    expect(await reset(token)).toEqual(notValid)
  })

  test('ACCOUNT-20 SESSION-10 ends all sessions of the account, the back-office included, and no others', async () => {
    const customer = await createPasswordResetCustomer(database)
    const other = await createPasswordResetCustomer(database)
    await database.query(
      'insert into accounts.administrator (user_id) select id from accounts."user" where email = $1',
      [customer.email],
    )
    const [phone, laptop, adminBrowser, otherCustomer] = [
      (await customer.signIn()).browser,
      (await customer.signIn()).browser,
      (await customer.signIn(TEST_PASSWORD, new CookieJar(), 'admin')).browser,
      (await other.signIn()).browser,
    ]
    expect(await customer.whoIs(adminBrowser, 'admin')).toBe('admin')
    await customer.reset(await customer.ask())
    for (const browser of [phone, laptop, adminBrowser]) {
      expect(await customer.whoIs(browser)).toBe('visitor')
      expect((await customer.accounts.renewSession(browser.copyCookies())).answer.user).toBeNull()
    }
    expect(await customer.whoIs(adminBrowser, 'admin')).toBe('visitor')
    expect(await other.whoIs(otherCustomer)).toBe('customer')
  })

  test('ACCOUNT-20 concurrent sign-ins with the old password do not survive the reset', async () => {
    const { email, signIn, ask, reset } = await createPasswordResetCustomer(database)
    let old = TEST_PASSWORD
    for (const fresh of ['password of the first round', 'password of the second round']) {
      const token = await ask()
      const signIns = Array.from({ length: 10 }, async (_, n) => {
        await setTimeout(n * 6)
        return signIn(old)
      })
      const [changed] = await Promise.all([reset(token, fresh), Promise.allSettled(signIns)])
      expect(changed.ok).toBe(true)
      expect(await sessionsOf(email)).toBe(0)
      old = fresh
    }
  })

  test('ACCOUNT-20 a sign-in with the old password waits for an uncommitted reset and is refused', async () => {
    const { email, signIn } = await createPasswordResetCustomer(database)
    const { signingIn } = await database.owner.transaction().execute(async (trx) => {
      await sql`
        update accounts.account set password = 'another' from accounts."user" person
         where person.id = user_id and email = ${email}`.execute(trx)
      const begun = { signingIn: signIn() }
      await expect.poll(() => sessionsOf(email)).toBe(1)
      expect(await Promise.race([begun.signingIn, setTimeout(200, 'waiting')])).toBe('waiting')
      return begun
    })
    expect((await signingIn).result).toBe('wrong-email-or-password')
    expect(await sessionsOf(email)).toBe(0)
  })

  test('ACCOUNT-26 using the link verifies the address', async () => {
    const { signIn, ask, reset } = await createPasswordResetCustomer(
      database,
      createTestAccounts(database, { requireVerifiedEmail: true }),
    )
    expect((await signIn()).result).toBe('wrong-email-or-password')
    await reset(await ask())
    expect((await signIn(NEW_PASSWORD)).result).toBe('in')
  })

  test('ACCOUNT-23 the owner gets an email with a link to request another reset', async () => {
    const { email, ask, reset } = await createPasswordResetCustomer(database)
    await reset(await ask())
    expect((await readMailsTo(database, email)).at(-1)).toEqual({
      kind: 'password-changed',
      payload: { full_name: 'Anu Mathew', url: 'http://localhost:3000/forgot-password' },
    })
  })

  test('ACCOUNT-24 rolls back password and sessions if the email cannot be queued, and the link stays valid', async () => {
    const { signIn, ask, reset, whoIs } = await createPasswordResetCustomer(database)
    const token = await ask()
    const { browser } = await signIn()
    await database.query(
      `alter table outbox add constraint no_notice check (kind <> 'password-changed') not valid`,
    )
    await expect(reset(token)).rejects.toThrow(/no_notice/)
    await database.query('alter table outbox drop constraint no_notice')
    expect(await whoIs(browser)).toBe('customer')
    expect((await signIn()).result).toBe('in')
    expect((await reset(token)).ok).toBe(true)
  })
})

describe('ACCOUNT-20 The browser that changed the password', () => {
  test('ACCOUNT-20 becomes a known browser: other browsers’ failed attempts do not lock it out', async () => {
    const { signIn, ask, reset } = await createPasswordResetCustomer(
      database,
      createTestAccounts(database, { limits: RATE_LIMITS }),
    )
    const browser = new CookieJar()
    for (let guess = 0; guess < 5; guess++) await signIn('wrong password')
    await reset(await ask(), NEW_PASSWORD, browser)
    expect((await signIn(NEW_PASSWORD)).result).toBe('too-many-tries')
    expect((await signIn(NEW_PASSWORD, browser)).result).toBe('in')
  })

  test('ACCOUNT-20 clears the cookies of an ended session and keeps those of another account', async () => {
    const anu = await createPasswordResetCustomer(database)
    const other = await createPasswordResetCustomer(database)
    const [own, shared] = [(await anu.signIn()).browser, (await other.signIn()).browser]
    for (const browser of [own, shared]) await anu.reset(await anu.ask(), NEW_PASSWORD, browser)
    expect([...own.cookies.keys()]).toEqual(['ninth-bend-device'])
    expect(await other.whoIs(shared)).toBe('customer')
  })
})
