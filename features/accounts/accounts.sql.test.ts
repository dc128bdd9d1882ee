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
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { readProfile, saveProfile } from './profile/profile.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Mail = { kind: string; payload: { full_name: string; url: string } }
const mailsTo = (email: string) =>
  database.query<Mail>('select kind, payload from outbox where recipient = $1 order by id', [email])
const count = async (sql: string, values: unknown[]) => (await database.query(sql, values)).length

async function aCustomer({ accounts }: TestAccounts, changes = {}) {
  const form = createRegistration(changes)
  expect(await accounts.register(form, visit)).toEqual({ ok: true, value: null })
  return form
}

const tokenIn = async (email: string) => {
  const mails = await mailsTo(email)
  return new URL(mails.findLast(({ kind }) => kind === 'verify-email')!.payload.url).searchParams.get(
    'token',
  )!
}
const isVerified = async (email: string) =>
  (
    await database.query<{ email_verified: boolean }>(
      'select email_verified from accounts."user" where email = $1',
      [email],
    )
  )[0]?.email_verified

const asCustomer = async (given: TestAccounts) => {
  const form = await aCustomer(given)
  const browser = new CookieJar()
  const signedIn = await given.accounts.signIn(
    { area: 'shop', email: form.email, password: TEST_PASSWORD, remember: false },
    browser,
    visit,
  )
  if (!signedIn.ok) throw new Error(signedIn.refusal.code)
  browser.take(signedIn.value.setCookies)
  return { form, browser, actor: (await given.accounts.readActor(browser, 'shop')).actor }
}
const shop = () => ({ db: database.db, log: { error: () => {} } })
describe('ACCOUNT-7 Sign up', () => {
  test('ACCOUNT-7 ACCOUNT-16 creates account, profile and verification email', async () => {
    const form = await aCustomer(createTestAccounts(database), { city: 'Leeds' })
    expect(
      await database.query(
        'select full_name, phone, city, country, email from user_profiles where email = $1',
        [form.email],
      ),
    ).toEqual([
      {
        full_name: 'Anu Mathew',
        phone: '01632 960001',
        city: 'Leeds',
        country: 'United Kingdom',
        email: form.email,
      },
    ])
    const [mail] = await mailsTo(form.email)
    expect(mail).toMatchObject({ kind: 'verify-email', payload: { full_name: 'Anu Mathew' } })
    expect(mail?.payload.url).toMatch(/^http:\/\/localhost:3000\/verify-email\?token=/)
  })

  test('ACCOUNT-7 creates neither account nor email if the profile fails', async () => {
    const { accounts } = createTestAccounts(database)
    const form = createRegistration({ city: 'x'.repeat(101) })
    await expect(accounts.register(form, visit)).rejects.toThrow(/user_profiles/)
    expect(await count('select from accounts."user" where email = $1', [form.email])).toBe(0)
    expect(await mailsTo(form.email)).toEqual([])
  })

  test('ACCOUNT-10 a taken address gets the same response; its owner gets an email, and the account is unchanged', async () => {
    const { accounts } = createTestAccounts(database)
    const form = await aCustomer({ accounts } as TestAccounts)
    const before = await database.query(
      'select * from accounts."user" u join accounts.account a on a.user_id = u.id where email = $1',
      [form.email],
    )
    const secondForm = {
      ...form,
      full_name: 'A Stranger',
      password: 'another password',
      confirm_password: 'another password',
    }
    expect(await accounts.register(secondForm, visit)).toEqual({ ok: true, value: null })
    expect((await mailsTo(form.email)).map(({ kind, payload }) => [kind, payload.full_name])).toEqual([
      ['verify-email', 'Anu Mathew'],
      ['already-registered', 'Anu Mathew'],
    ])
    expect(
      await database.query(
        'select * from accounts."user" u join accounts.account a on a.user_id = u.id where email = $1',
        [form.email],
      ),
    ).toEqual(before)
    expect(
      await database.query('select full_name from user_profiles where email = $1', [form.email]),
    ).toEqual([{ full_name: 'Anu Mathew' }])
  })

  test('ACCOUNT-10 ten concurrent registrations of one address create one account, with equal responses', async () => {
    const { accounts } = createTestAccounts(database)
    const form = createRegistration()
    const answers = await Promise.all(Array.from({ length: 10 }, () => accounts.register(form, visit)))
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ ok: true, value: null })))
    expect(await count('select from accounts."user" where email = $1', [form.email])).toBe(1)
    expect(await count('select from user_profiles where email = $1', [form.email])).toBe(1)
    expect((await mailsTo(form.email)).map(({ kind }) => kind).sort()).toEqual([
      'already-registered',
      'verify-email',
    ])
  })

  test('ACCOUNT-10 repeated submits send one email to the owner', async () => {
    const { accounts } = createTestAccounts(database)
    const form = await aCustomer({ accounts } as TestAccounts)
    for (let time = 0; time < 5; time++) await accounts.register(form, visit)
    expect(await mailsTo(form.email)).toHaveLength(2)
  })

  test('a name that looks like an advertisement is not put into emails', async () => {
    const form = await aCustomer(createTestAccounts(database), { full_name: 'Win at https://evil.example' })
    expect((await mailsTo(form.email))[0]?.payload.full_name).toBe('')
  })

  test('passwords are stored as argon2id, with a different salt each time', async () => {
    const given = createTestAccounts(database, { passwordCost: undefined })
    const forms = [await aCustomer(given), await aCustomer(given)]
    const stored = await database.query<{ password: string }>(
      'select a.password from accounts.account a join accounts."user" u on u.id = a.user_id where u.email = any($1)',
      [forms.map(({ email }) => email)],
    )
    for (const { password } of stored) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(stored[0]?.password).not.toBe(stored[1]?.password)
  })
})

describe('SESSION-1 Sign in and out', () => {
  test('SESSION-1 signs in with the correct password, ignoring the case of the address', async () => {
    const given = createTestAccounts(database)
    const form = await aCustomer(given)
    const browser = new CookieJar()
    const signedIn = await given.accounts.signIn(
      { area: 'shop', email: form.email, password: TEST_PASSWORD, remember: false },
      browser,
      visit,
    )
    expect(signedIn).toMatchObject({
      ok: true,
      value: { session: { user: { email: form.email, first_name: 'Anu' }, adminRole: null } },
    })
  })

  test.each([
    [
      'a wrong password',
      async (given: TestAccounts) => ({ email: (await aCustomer(given)).email, password: 'wrong password' }),
    ],
    ['an unknown address', async () => ({ email: 'nobody@shoppers.example', password: TEST_PASSWORD })],
    ['what is no address', async () => ({ email: 'nobody', password: TEST_PASSWORD })],
    [
      'a password of 300 characters',
      async (given: TestAccounts) => ({ email: (await aCustomer(given)).email, password: 'x'.repeat(300) }),
    ],
  ])('SESSION-2 MESSAGE-12 %s: same refusal, no session', async (_name, make) => {
    const given = createTestAccounts(database)
    const entries = await make(given)
    for (const area of ['shop', 'admin'] as const) {
      expect(
        await given.accounts.signIn({ area, remember: false, ...entries }, new CookieJar(), visit),
      ).toEqual({ ok: false, refusal: { code: 'wrong-email-or-password' } })
    }
    expect(
      await count(
        'select from accounts.session s join accounts."user" u on u.id = s.user_id where u.email = $1',
        [entries.email],
      ),
    ).toBe(0)
  })

  test('SESSION-2 all failures have the same message', () =>
    expect(messages.wrongEmailOrPassword).toBe('Invalid email or password'))
})

describe('ACCOUNT-12 Verification', () => {
  test('ACCOUNT-12 the emailed link verifies the address; opening the page changes nothing', async () => {
    const given = createTestAccounts(database)
    const { email } = await aCustomer(given)
    const token = await tokenIn(email)
    expect(await given.accounts.readVerification(token)).toEqual({ email, isVerified: false })
    expect(await isVerified(email)).toBe(false)
    expect((await given.accounts.verifyEmail(token)).ok).toBe(true)
    expect((await given.accounts.verifyEmail(token)).ok).toBe(true)
    expect(await given.accounts.readVerification(token)).toEqual({ email, isVerified: true })
  })

  test('ACCOUNT-12 an altered or forged link verifies nothing', async () => {
    const given = createTestAccounts(database)
    const { email } = await aCustomer(given)
    const token = await tokenIn(email)
    const [head, body, signature] = token.split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    const other = createTestAccounts(database, { secret: 'a secret of another shop, just as long' })
    for (const forged of [
      '',
      'x',
      `${head}.${body}.${signature?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      unsigned,
    ]) {
      expect(await given.accounts.readVerification(forged)).toBeNull()
      expect(await given.accounts.verifyEmail(forged)).toEqual({
        ok: false,
        refusal: { code: 'link-not-valid' },
      })
    }
    expect(await other.accounts.readVerification(token)).toBeNull()
    expect(await isVerified(email)).toBe(false)
  })

  test('ACCOUNT-11 with REQUIRE_VERIFIED_EMAIL a correct password requires verification and sends a new link', async () => {
    const given = createTestAccounts(database, { requireVerifiedEmail: true })
    const { email } = await aCustomer(given)
    const signIn = () =>
      given.accounts.signIn(
        { area: 'shop', email, password: TEST_PASSWORD, remember: false },
        new CookieJar(),
        visit,
      )
    given.advanceClockBySeconds(3600)
    expect(await signIn()).toEqual({ ok: false, refusal: { code: 'wrong-email-or-password' } })
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['verify-email', 'verify-email'])
    await given.accounts.verifyEmail(await tokenIn(email))
    expect((await signIn()).ok).toBe(true)
  })

  test('ACCOUNT-13 a new link is sent to unverified accounts only, with the same response for all', async () => {
    const given = createTestAccounts(database)
    const { email } = await aCustomer(given)
    const verified = await aCustomer(given)
    await given.accounts.verifyEmail(await tokenIn(verified.email))
    given.advanceClockBySeconds(3600)
    for (const address of [email, verified.email, 'nobody@shoppers.example']) {
      expect(await given.accounts.resendVerification(address, visit)).toEqual({ ok: true, value: null })
    }
    expect(await mailsTo(email)).toHaveLength(2)
    expect(await mailsTo(verified.email)).toHaveLength(1)
    expect(await mailsTo('nobody@shoppers.example')).toEqual([])
  })
})

describe('ACCOUNT-14 Profile', () => {
  const entries = {
    full_name: 'Anjali Mathew',
    phone: '01632 960002',
    address: '1 Ghat Road',
    post_code: 'E1 6AN',
    city: 'London',
    country: 'United Kingdom',
  }

  test('ACCOUNT-16 saves the six fields, and the session returns the new first name', async () => {
    const given = createTestAccounts(database)
    const { browser, actor } = await asCustomer(given)
    expect(await saveProfile(shop(), actor, entries)).toEqual({ ok: true, value: null })
    expect(await readProfile(shop(), actor)).toEqual(entries)
    expect((await given.accounts.readSession(browser)).answer.user?.first_name).toBe('Anjali')
  })

  test('PERMISSION-3 other users’ profiles cannot be read or changed', async () => {
    const given = createTestAccounts(database)
    const [anu, other] = [await asCustomer(given), await asCustomer(given)]
    await saveProfile(shop(), other.actor, entries)
    expect((await readProfile(shop(), anu.actor))?.full_name).toBe('Anu Mathew')
    expect(
      await database.query('select full_name from user_profiles where email = $1', [anu.form.email]),
    ).toEqual([{ full_name: 'Anu Mathew' }])
  })

  test('ACCOUNT-17 an unreadable profile counts as none', async () => {
    const unknownUser = {
      kind: 'customer',
      userId: crypto.randomUUID(),
      email: 'x@shoppers.example',
    } as const
    expect(await readProfile(shop(), unknownUser)).toBeNull()
    expect(await readProfile(shop(), { ...unknownUser, userId: 'not an id' })).toBeNull()
    expect(await saveProfile(shop(), unknownUser, entries)).toEqual({
      ok: false,
      refusal: { code: 'no-profile' },
    })
  })
})
