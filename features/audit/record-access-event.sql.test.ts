import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createRegistration,
  CookieJar,
  createTestAccounts,
  TEST_PASSWORD,
  visit,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createSignedInAdmin } from '#tests/fixtures/accounts/second-factor-admin.ts'
import type { AccountsOptions } from '#features/accounts/accounts.server.ts'
import { recordAccessEvent } from './record-access-event.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Area = 'shop' | 'admin'
const about = (userId: string | null) =>
  database.query(
    'select event, area, actor_kind, details from access_events where user_id is not distinct from $1 order by id',
    [userId],
  )
const idOf = async (email: string) =>
  (await database.query<{ id: string }>('select id from accounts."user" where email = $1', [email]))[0]!.id

async function createUser(area: Area, options: Partial<AccountsOptions> = {}) {
  const { accounts } = createTestAccounts(database, options)
  const form = createRegistration()
  if (area === 'admin') await accounts.createAdministrator(form)
  else await accounts.register(form, visit)
  const browser = new CookieJar()
  const signIn = async (password = TEST_PASSWORD, at: Area = area, email = form.email) => {
    const answer = await accounts.signIn({ area: at, email, password, remember: false }, browser, visit)
    if (answer.ok) browser.take(answer.value.setCookies)
    return answer
  }
  return { accounts, browser, email: form.email, userId: await idOf(form.email), signIn }
}

describe('AUDIT-2 Access events', () => {
  test('AUDIT-2 sign-ins, failures and sign-outs of the back-office', async () => {
    const owner = await createUser('admin')
    await owner.signIn('a wrong password')
    await owner.signIn()
    await owner.accounts.signOut(owner.browser)
    expect(await about(owner.userId)).toEqual([
      { event: 'role-given', area: 'admin', actor_kind: 'system', details: { role: 'owner' } },
      { event: 'sign-in-failed', area: 'admin', actor_kind: 'visitor', details: null },
      { event: 'signed-in', area: 'admin', actor_kind: 'admin', details: null },
      { event: 'signed-out', area: 'admin', actor_kind: 'admin', details: null },
    ])
  })

  test('AUDIT-4 an unknown address is recorded as such in the back-office, and not at all in the shop', async () => {
    const { signIn } = await createUser('admin')
    await signIn('the secret that was typed', 'shop', 'nobody.at.all@shoppers.example')
    expect(await about(null)).toEqual([])
    await signIn('the secret that was typed', 'admin', 'nobody.at.all@shoppers.example')
    expect(await about(null)).toEqual([
      { event: 'sign-in-failed', area: 'admin', actor_kind: 'visitor', details: null },
    ])
    const [{ all }] = (await database.query<{ all: string }>(
      'select json_agg(e)::text as all from access_events e',
    )) as [{ all: string }]
    expect(all).not.toContain('nobody.at.all')
    expect(all).not.toContain('secret')
  })

  test('AUDIT-3 customers’ sign-ins, and a customer’s attempt at the back-office', async () => {
    const customer = await createUser('shop')
    await customer.signIn('a wrong password')
    await customer.signIn()
    await customer.signIn(TEST_PASSWORD, 'admin')
    expect(await about(customer.userId)).toEqual([
      { event: 'sign-in-failed', area: 'shop', actor_kind: 'visitor', details: null },
      { event: 'signed-in', area: 'shop', actor_kind: 'customer', details: null },
      {
        event: 'refused',
        area: 'admin',
        actor_kind: 'customer',
        details: { method: 'POST', path: '/admin', reason: 'no-administrator' },
      },
    ])
  })

  test('PERMISSION-15 AUDIT-9 revoking the role ends the admin sessions only, and both are recorded', async () => {
    const owner = await createUser('admin')
    await owner.signIn()
    const shopper = new CookieJar()
    const inShop = await owner.accounts.signIn(
      { area: 'shop', email: owner.email, password: TEST_PASSWORD, remember: false },
      shopper,
      visit,
    )
    if (inShop.ok) shopper.take(inShop.value.setCookies)
    await database.query('delete from accounts.administrator where user_id = $1', [owner.userId])
    expect(await owner.accounts.readActor(owner.browser, 'admin')).toMatchObject({
      actor: { kind: 'visitor' },
      hasEnded: true,
    })
    expect((await owner.accounts.readActor(shopper, 'shop')).actor.kind).toBe('customer')
    expect((await about(owner.userId)).slice(-2)).toEqual([
      { event: 'role-taken', area: 'admin', actor_kind: 'system', details: null },
      { event: 'session-ended', area: 'admin', actor_kind: 'system', details: { sessions: 1 } },
    ])
  })

  test('AUDIT-2 wrong codes, recovery codes, and changes to an administrator’s own sign-in', async () => {
    const { accounts, actor, browser, signIn, show, switchOn } = await createSignedInAdmin(database)
    const { recoveryCodes } = await switchOn()
    const { browser: other } = await signIn()
    await show(other, '000000')
    await show(other, recoveryCodes[0]!, 'recovery')
    await accounts.changeOwnPassword(
      actor,
      { current_password: TEST_PASSWORD, password: `${TEST_PASSWORD} again` },
      browser,
    )
    expect(
      (await about(actor.userId)).slice(2).map(({ event, actor_kind }) => `${event} by ${actor_kind}`),
    ).toEqual([
      'second-factor-on by admin',
      'second-step-failed by visitor',
      'recovery-code-used by admin',
      'signed-in by admin',
      'password-changed by admin',
    ])
  })

  test('LIMIT-15 sixty events of a kind per user and hour; the last one says so', async () => {
    const customer = await createUser('shop')
    const { accounts } = customer
    for (let time = 1; time <= 62; time += 1) {
      await accounts.recordRefusal({
        userId: customer.userId,
        area: 'admin',
        method: 'POST',
        path: '/admin/orders',
        reason: 'no-administrator',
      })
    }
    const storedEvents = await about(customer.userId)
    expect(storedEvents).toHaveLength(60)
    expect(storedEvents.at(-2)!['details']).not.toHaveProperty('is_last_of_hour')
    expect(storedEvents.at(-1)!['details']).toMatchObject({ is_last_of_hour: true, path: '/admin/orders' })
  })

  test('AUDIT-2 all sign-ins of an administrator are stored', async () => {
    const owner = await createUser('admin')
    const { pool, log } = { pool: database.db.accounts, log: { error: () => {} } }
    for (let time = 1; time <= 62; time += 1)
      await recordAccessEvent({ pool, log }, { event: 'signed-in', area: 'admin', userId: owner.userId })
    expect(await about(owner.userId)).toHaveLength(1 + 62)
  })

  test('AUDIT-6 a failure to write the log does not stop the sign-in, and is logged', async () => {
    const logged: unknown[] = []
    const log = { info: () => {}, warn: () => {}, error: (...line: unknown[]) => logged.push(line) }
    const owner = await createUser('admin', { log })
    await database.query('alter table access_events rename to lost')
    try {
      expect((await owner.signIn('a wrong password')).ok).toBe(false)
      expect((await owner.signIn()).ok).toBe(true)
      await owner.accounts.signOut(owner.browser)
    } finally {
      await database.query('alter table lost rename to access_events')
    }
    expect((await owner.accounts.readActor(owner.browser, 'admin')).actor.kind).toBe('visitor')
    expect(logged).toEqual([
      [
        expect.objectContaining({ event: 'sign-in-failed', area: 'admin' }),
        'access event could not be recorded',
      ],
      [
        expect.objectContaining({ event: 'signed-in', area: 'admin', user: owner.userId }),
        'access event could not be recorded',
      ],
      [
        expect.objectContaining({ event: 'signed-out', area: 'admin', user: owner.userId }),
        'access event could not be recorded',
      ],
    ])
  })
})

test('AUDIT-5 no role of the shop, nor the tables’ owner, can alter or delete rows', async () => {
  const owner = await createUser('admin')
  const times = {
    access_events: 'at',
    audit_events: 'at',
    order_history: 'at',
    inventory_adjustments: 'created_at',
  }
  for (const [table, time] of Object.entries(times)) {
    for (const statement of [
      `update ${table} set ${time} = now()`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      await expect(database.query(statement), statement).rejects.toThrow(/rows are only ever added/)
      await expect(
        database.db.accounts.query(statement.replace(table, `public.${table}`)),
        statement,
      ).rejects.toThrow(/permission denied/)
    }
  }
  const manualStatement = `insert into public.access_events (event, area, actor_kind, user_id) values ('signed-in', 'admin', 'admin', '${owner.userId}')`
  await expect(database.db.accounts.query(manualStatement)).rejects.toThrow(/permission denied/)
})
