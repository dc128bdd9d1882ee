import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMINISTRATOR_ROLES, type AdministratorRole } from '#shop/administrator-role.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  CookieJar,
  createTestAccounts,
  TEST_PASSWORD,
  visit,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { deleteAllAdministrators } from '#tests/fixtures/databases/administrators.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createTestShop, insertCustomer } from '#tests/fixtures/databases/test-records.ts'
import { readMailsTo } from '#tests/fixtures/accounts/password-reset-customer.ts'
import { changeRole, listPeople, setSuspended, type ExpectedPerson } from './people.server.ts'

let database: TestDatabase
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
})
afterAll(() => database.close())
beforeEach(() => deleteAllAdministrators(database))

const refusal = (code: string) => ({ ok: false, refusal: { code } })
const accepted = { ok: true, value: {} }
const newEmail = () => `${crypto.randomUUID()}@shop.example`

async function insertPerson(role: AdministratorRole): Promise<Admin> {
  const { userId, email } = await insertCustomer(database)
  await database.query('insert into accounts.administrator (user_id, role) values ($1, $2)', [userId, role])
  return { kind: 'admin', role, userId, email }
}
const seen = ({ userId, role }: Admin, isSuspended = false): ExpectedPerson => ({ userId, role, isSuspended })
const activeOwners = async () =>
  (await database.query(`select from accounts.administrator where role = 'owner' and suspended_at is null`))
    .length

describe('PEOPLE-9 The list of people', () => {
  test('an owner sees role, state and last sign-in of all, others are refused', async () => {
    const [owner, manager, packer] = await Promise.all(ADMINISTRATOR_ROLES.map(insertPerson))
    await setSuspended(shop, owner!, seen(packer!), true)
    const listed = await listPeople(shop, owner!)
    expect(listed).toHaveLength(3)
    expect(listed.find(({ user_id }) => user_id === packer!.userId)).toEqual({
      user_id: packer!.userId,
      email: packer!.email,
      name: 'Priya Nair',
      role: 'packer',
      is_suspended: true,
      since: expect.any(String),
      last_signed_in_at: null,
      has_second_factor: false,
    })
    for (const actor of [manager!, packer!]) {
      await expect(listPeople(shop, actor)).rejects.toThrow(PermissionDenied)
      // The database checks the role too.
      expect(await listPeople(shop, { ...actor, role: 'owner' })).toEqual([])
    }
  })
})

describe('PEOPLE-11 Roles and access', () => {
  test('PEOPLE-5 an owner changes a role, suspends and restores; each change is on record with the owner', async () => {
    const [owner, person] = [await insertPerson('owner'), await insertPerson('packer')]
    expect(await changeRole(shop, owner, seen(person), 'manager')).toEqual(accepted)
    const manager: Admin = { ...person, role: 'manager' }
    expect(await setSuspended(shop, owner, seen(manager), true)).toEqual(accepted)
    expect(await setSuspended(shop, owner, seen(manager, true), false)).toEqual(accepted)
    expect(
      await database.query('select event, actor_id from audit_events where subject_id = $1 order by id', [
        person.userId,
      ]),
    ).toEqual(['role-changed', 'suspended', 'restored'].map((event) => ({ event, actor_id: owner.userId })))
  })

  test('nobody changes their own role or access, so the last owner stays', async () => {
    const owner = await insertPerson('owner')
    expect(await changeRole(shop, owner, seen(owner), 'packer')).toEqual(refusal('own-role'))
    expect(await setSuspended(shop, owner, seen(owner), true)).toEqual(refusal('own-role'))
    expect(await activeOwners()).toBe(1)
  })

  test('managers, packers and suspended owners change nobody', async () => {
    const [owner, person] = [await insertPerson('owner'), await insertPerson('packer')]
    for (const role of ['manager', 'packer'] as const) {
      const actor = await insertPerson(role)
      await expect(changeRole(shop, actor, seen(person), 'owner')).rejects.toThrow(PermissionDenied)
      await expect(setSuspended(shop, actor, seen(person), true)).rejects.toThrow(PermissionDenied)
    }
    const managerAsOwner: Admin = { ...(await insertPerson('manager')), role: 'owner' }
    const suspended = await insertPerson('owner')
    await setSuspended(shop, owner, seen(suspended), true)
    for (const actor of [managerAsOwner, suspended]) {
      expect(await changeRole(shop, actor, seen(person), 'owner')).toEqual(refusal('not-found'))
      expect(await setSuspended(shop, actor, seen(person), true)).toEqual(refusal('not-found'))
    }
  })

  test('a change that expects another role or state is refused, and an unknown person is not found', async () => {
    const [owner, person] = [await insertPerson('owner'), await insertPerson('packer')]
    for (const expected of [{ ...seen(person), role: 'manager' as const }, seen(person, true)]) {
      expect(await changeRole(shop, owner, expected, 'owner')).toEqual(refusal('changed-meanwhile'))
      expect(await setSuspended(shop, owner, expected, true)).toEqual(refusal('changed-meanwhile'))
    }
    for (const userId of [crypto.randomUUID(), 'x'])
      expect(await changeRole(shop, owner, { ...seen(person), userId }, 'owner')).toEqual(
        refusal('not-found'),
      )
  })

  test.each(['lower', 'suspend'] as const)(
    'PEOPLE-10 of two owners who %s each other at once, one stays',
    async (kind) => {
      const act = (owner: Admin, other: Admin) =>
        kind === 'lower'
          ? changeRole(shop, owner, seen(other), 'packer')
          : setSuspended(shop, owner, seen(other), true)
      for (let round = 0; round < 10; round++) {
        await deleteAllAdministrators(database)
        const [one, other] = [await insertPerson('owner'), await insertPerson('owner')]
        const answers = await Promise.all([act(one, other), act(other, one)])
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
        expect(await activeOwners()).toBe(1)
      }
    },
  )

  test('PEOPLE-10 an owner whose change waits for their own lowering is refused', async () => {
    const [one, other] = [await insertPerson('owner'), await insertPerson('owner')]
    const { waiting } = await database.owner.transaction().execute(async (trx) => {
      await sql`select from accounts.administrator order by user_id for update`.execute(trx)
      const begun = changeRole(shop, one, seen(other), 'packer')
      await expect.poll(async () => database.query(`select from pg_locks where not granted`)).not.toEqual([])
      await sql`update accounts.administrator set role = 'manager' where user_id = ${one.userId}`.execute(trx)
      return { waiting: begun }
    })
    expect(await waiting).toEqual(refusal('not-found'))
    expect(await activeOwners()).toBe(1)
  })
})

describe('PEOPLE-12 Invitations', () => {
  const invitationTo = (email: string) => ({ email, name: 'Priya Menon', role: 'packer' as const })
  const tokenOf = async (email: string) => {
    const mails = (await readMailsTo(database, email)).filter(({ kind }) => kind === 'admin-invitation')
    return new URL((mails.at(-1)!.payload as { url: string }).url).searchParams.get('token')!
  }
  const signIn = async (
    { accounts }: ReturnType<typeof createTestAccounts>,
    email: string,
    password: string,
  ) => {
    const signedIn = await accounts.signIn(
      { area: 'admin', email, password, remember: false },
      new CookieJar(),
      visit,
    )
    return signedIn.ok ? signedIn.value.session.adminRole : signedIn.refusal.code
  }

  test('the link of the email sets the password, once, and the role is on record with the owner', async () => {
    const given = createTestAccounts(database, { requireVerifiedEmail: true })
    const owner = await insertPerson('owner')
    const email = newEmail()
    expect(await given.accounts.invitePerson(owner, invitationTo(email))).toEqual({
      ok: true,
      value: { email },
    })
    const token = await tokenOf(email)
    const reset = () =>
      given.accounts.resetPassword({ token, password: 'hairpins up to wayanad' }, new CookieJar())
    expect(await reset()).toMatchObject({ ok: true, value: { isAdministrator: true } })
    expect(await reset()).toEqual(refusal('link-not-valid'))
    expect(await signIn(given, email, 'hairpins up to wayanad')).toBe('packer')
    expect(
      await database.query(
        `select e.event, e.actor_id, e.after from audit_events e join accounts."user" u on u.id = e.subject_id where u.email = $1`,
        [email],
      ),
    ).toEqual([{ event: 'invited', actor_id: owner.userId, after: { role: 'packer' } }])
  })

  test('the link is valid for three days', async () => {
    const { accounts } = createTestAccounts(database)
    const email = newEmail()
    await accounts.invitePerson(await insertPerson('owner'), invitationTo(email))
    expect(
      await database.query(
        `select round(extract(epoch from v.expires_at - now()) / 3600)::int as hours from accounts.verification v
          where v.value = (select id::text from accounts."user" where email = $1)`,
        [email],
      ),
    ).toEqual([{ hours: 72 }])
  })

  test('STAFF-3 somebody who registered the address before, unverified, has no access', async () => {
    const given = createTestAccounts(database)
    const email = newEmail()
    const registration = {
      full_name: 'Mallory',
      email,
      phone: '01632 960001',
      address: null,
      post_code: null,
      city: null,
      country: 'United Kingdom',
      password: TEST_PASSWORD,
      confirm_password: TEST_PASSWORD,
    }
    await given.accounts.register(registration, visit)
    await given.accounts.invitePerson(await insertPerson('owner'), invitationTo(email))
    expect(await signIn(given, email, TEST_PASSWORD)).toBe('wrong-email-or-password')
  })

  test('PEOPLE-11 only owners invite, nobody twice, and a new link replaces the earlier one', async () => {
    const { accounts } = createTestAccounts(database)
    const owner = await insertPerson('owner')
    const email = newEmail()
    await expect(accounts.invitePerson(await insertPerson('manager'), invitationTo(email))).rejects.toThrow(
      PermissionDenied,
    )
    const managerAsOwner: Admin = { ...(await insertPerson('manager')), role: 'owner' }
    expect(await accounts.invitePerson(managerAsOwner, invitationTo(email))).toEqual(refusal('not-found'))
    expect(await accounts.invitePerson(owner, invitationTo(email))).toMatchObject({ ok: true })
    expect(await accounts.invitePerson(owner, invitationTo(email))).toEqual(refusal('already-administrator'))
    const [first, person] = [
      await tokenOf(email),
      (await listPeople(shop, owner)).find((listed) => listed.email === email)!,
    ]
    expect(await accounts.inviteAgain(owner, person.user_id)).toMatchObject({ ok: true })
    expect(await accounts.inviteAgain(managerAsOwner, person.user_id)).toEqual(refusal('not-found'))
    expect(await accounts.readPasswordReset(first)).toBeNull()
    expect(await accounts.readPasswordReset(await tokenOf(email))).toEqual({ email, isInvited: true })
    await setSuspended(shop, owner, { userId: person.user_id, role: 'packer', isSuspended: false }, true)
    expect(await accounts.inviteAgain(owner, person.user_id)).toEqual(refusal('not-invited'))
  })
})
