import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createRegistration,
  CookieJar,
  createTestAccounts,
  TEST_PASSWORD,
  visit,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { deleteAllAdministrators } from '#tests/fixtures/databases/administrators.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createSignedInAdmin } from '#tests/fixtures/accounts/second-factor-admin.ts'
import { lockAdministrators } from './administrators.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => deleteAllAdministrators(database))

const refusal = (code: string) => ({ ok: false, refusal: { code } })
const newEmail = () => `${crypto.randomUUID()}@shop.example`
const emails = async () =>
  (await createTestAccounts(database).accounts.listAdministrators()).map(({ email }) => email)

async function aShopper(isVerified: boolean) {
  const given = createTestAccounts(database)
  const { email } = createRegistration()
  await given.accounts.register(createRegistration({ email }), visit)
  await database.query('update accounts."user" set email_verified = $2 where email = $1', [email, isVerified])
  const signIn = async (
    password = TEST_PASSWORD,
    area: 'shop' | 'admin' = 'admin',
    browser = new CookieJar(),
  ) => {
    const signedIn = await given.accounts.signIn({ area, email, password, remember: false }, browser, visit)
    if (signedIn.ok) browser.take(signedIn.value.setCookies)
    return { browser, result: signedIn.ok ? 'in' : signedIn.refusal.code }
  }
  const { browser } = await signIn(TEST_PASSWORD, 'shop')
  return {
    ...given,
    email,
    browser,
    signIn,
    whoIs: async (seen: CookieJar, area: 'shop' | 'admin' = 'shop') =>
      (await given.accounts.readActor(seen.copyCookies(), area)).actor.kind,
  }
}

test('STAFF-2 an address without an account gets one, with a password that works in the back-office', async () => {
  const given = createTestAccounts(database, { requireVerifiedEmail: true })
  const email = newEmail()
  const appointed = await given.accounts.grantAdminRole(email)
  const password = appointed.ok ? appointed.value.password! : ''
  expect(password).toMatch(/^[\w-]{16}$/)
  expect(
    (await given.accounts.signIn({ area: 'admin', email, password, remember: false }, new CookieJar(), visit))
      .ok,
  ).toBe(true)
  expect(await given.accounts.grantAdminRole(email)).toEqual(refusal('already-administrator'))
})

test('STAFF-2 a verified customer keeps password and session and becomes an administrator', async () => {
  const { accounts: theirs, email, browser, signIn, whoIs } = await aShopper(true)
  expect(await theirs.grantAdminRole(email)).toEqual({ ok: true, value: { password: null } })
  expect([await whoIs(browser), (await signIn()).result]).toEqual(['customer', 'in'])
})

test('STAFF-3 an unverified account gets a new password, and its sessions end', async () => {
  const { accounts: theirs, email, browser, signIn, whoIs } = await aShopper(false)
  const appointed = await theirs.grantAdminRole(email)
  const password = appointed.ok ? appointed.value.password! : ''
  expect(await whoIs(browser)).toBe('visitor')
  expect([(await signIn()).result, (await signIn(password)).result]).toEqual([
    'wrong-email-or-password',
    'in',
  ])
})

test('STAFF-5 of ten concurrent grants for one address, one succeeds', async () => {
  const email = newEmail()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => createTestAccounts(database).accounts.grantAdminRole(email)),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await emails()).toEqual([email])
})

test('STAFF-5 a grant waits for a concurrent one and then sees its result', async () => {
  const { accounts } = createTestAccounts(database)
  const email = newEmail()
  const { appointing } = await database.owner.transaction().execute(async (trx) => {
    await lockAdministrators(trx as never)
    const begun = { appointing: accounts.grantAdminRole(email) }
    expect(await Promise.race([begun.appointing, setTimeout(200, 'waiting')])).toBe('waiting')
    const { rows } = await sql<{
      id: string
    }>`insert into accounts."user" (id, name, email) values (gen_random_uuid(), '', ${email}) returning id`.execute(
      trx,
    )
    await sql`insert into accounts.administrator (user_id) values (${rows[0]!.id})`.execute(trx)
    return begun
  })
  expect(await appointing).toEqual(refusal('already-administrator'))
})

test('PERMISSION-15 a revoked administrator loses access at the next request and the second factor, and stays a customer', async () => {
  const owner = await createSignedInAdmin(database)
  const { accounts: theirs, email, actor, browser, signIn, whoIs, switchOn } = owner
  await theirs.grantAdminRole(newEmail())
  await switchOn()
  expect(await theirs.revokeAdminRole(email)).toEqual({ ok: true, value: null })
  expect(await database.query('select from accounts.session where user_id = $1', [actor.userId])).toEqual([])
  expect([await whoIs(browser), await whoIs(browser, 'shop')]).toEqual(['visitor', 'visitor'])
  expect((await signIn()).result).toBe('access-denied')
  expect((await signIn(new CookieJar(), TEST_PASSWORD, 'shop')).result).toBe('in')
  expect(await database.query('select from accounts.two_factor where user_id = $1', [actor.userId])).toEqual(
    [],
  )
  expect(await theirs.revokeAdminRole(email)).toEqual(refusal('no-such-administrator'))
})

test('STAFF-4 the last owner cannot be revoked, nor can two revoke one another', async () => {
  const [one, other] = [newEmail(), newEmail()]
  const given = createTestAccounts(database)
  await given.accounts.grantAdminRole(one)
  expect(await given.accounts.revokeAdminRole(one)).toEqual(refusal('last-owner'))
  await given.accounts.grantAdminRole(other)
  const answers = await Promise.all(
    [one, other].map((email) => createTestAccounts(database).accounts.revokeAdminRole(email)),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await emails()).toHaveLength(1)
})

test('STAFF-4 PEOPLE-4 managers and suspended owners do not count as owners', async () => {
  const [owner, suspended, manager] = [newEmail(), newEmail(), newEmail()]
  const { accounts } = createTestAccounts(database)
  await accounts.grantAdminRole(owner)
  await accounts.grantAdminRole(suspended)
  await accounts.grantAdminRole(manager, 'manager')
  await database.query(
    `update accounts.administrator set suspended_at = now() where user_id = (select id from accounts."user" where email = $1)`,
    [suspended],
  )
  expect(await accounts.revokeAdminRole(owner)).toEqual(refusal('last-owner'))
  expect(await accounts.revokeAdminRole(suspended)).toEqual({ ok: true, value: null })
  expect(await accounts.revokeAdminRole(manager)).toEqual({ ok: true, value: null })
})

test('STAFF-1 PEOPLE-4 the list has email, role, date of the grant, second factor and last sign-in', async () => {
  const owner = await createSignedInAdmin(database)
  const { email } = await aShopper(true)
  await owner.accounts.grantAdminRole(email, 'packer')
  await owner.switchOn()
  const listed = await owner.accounts.listAdministrators()
  expect(listed).toEqual([
    {
      email: owner.email,
      name: null,
      role: 'owner',
      isSuspended: false,
      since: expect.any(Date),
      hasSecondFactor: true,
      lastSignedInAt: expect.any(Date),
    },
    {
      email,
      name: 'Anu Mathew',
      role: 'packer',
      isSuspended: false,
      since: expect.any(Date),
      hasSecondFactor: false,
      lastSignedInAt: null,
    },
  ])
})
