import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestAccounts, visit } from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createPasswordResetCustomer,
  readResetLinksTo,
  readMailsTo,
} from '#tests/fixtures/accounts/password-reset-customer.ts'
import { RATE_LIMITS } from '#platform/rate-limits/rate-limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const done = { ok: true, value: null }
const countTokens = async () => (await database.query('select from accounts.verification')).length

describe('ACCOUNT-19 Requesting a password reset', () => {
  test('ACCOUNT-19 the owner of the address gets an email with a link', async () => {
    const { email, ask } = await createPasswordResetCustomer(database)
    await ask()
    const [link] = await readResetLinksTo(database, email)
    expect(link?.href).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=\w{24}$/)
    expect((await readMailsTo(database, email)).at(-1)?.payload.full_name).toBe('Anu Mathew')
  })

  test('SECURITY-4 an unknown address gets the same response, and no email is sent', async () => {
    const { accounts } = createTestAccounts(database)
    const before = await countTokens()
    expect(await accounts.requestPasswordReset('nobody@shoppers.example', visit)).toEqual(done)
    expect(await readMailsTo(database, 'nobody@shoppers.example')).toEqual([])
    expect(await countTokens()).toBe(before)
  })

  test('SECURITY-4 known and unknown addresses take the same time', async () => {
    const PACE = 150
    const given = createTestAccounts(database, {
      minimumDurations: { registrationMs: 0, failedSignInMs: 0, resetRequestMs: PACE, resendMs: 0 },
    })
    const { email } = await createPasswordResetCustomer(database, given)
    for (const address of [email, 'nobody@shoppers.example', email, 'somebody@shoppers.example']) {
      const begun = performance.now()
      await given.accounts.requestPasswordReset(address, visit)
      expect(performance.now() - begun).toBeGreaterThanOrEqual(PACE - 2)
    }
  })

  test('the database stores a hash of the token; only the unsent email has the token', async () => {
    const { ask } = await createPasswordResetCustomer(database)
    const token = await ask()
    const rows = await database.query<{ row: string }>('select v::text as row from accounts.verification v')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
    const [storedToken] = await database.query<{ identifier: string }>(
      'select identifier from accounts.verification limit 1',
    )
    expect(await createTestAccounts(database).accounts.readPasswordReset(storedToken!.identifier)).toBeNull()
  })

  test('LIMIT-10 three links per email address, then one every twenty minutes, known or not', async () => {
    const { accounts, email, advanceClockBySeconds } = await createPasswordResetCustomer(
      database,
      createTestAccounts(database, { limits: RATE_LIMITS }),
    )
    let place = 0
    const countAccepted = async (address: string, times: number) => {
      let passed = 0
      for (let time = 0; time < times; time++) {
        const answer = await accounts.requestPasswordReset(address, { ip: `192.0.2.${++place}` })
        if (answer.ok) passed += 1
        else expect(answer.refusal).toEqual({ code: 'too-many-tries', retry_after_seconds: 1200 })
      }
      return passed
    }
    for (const address of [email, 'stranger@shoppers.example'])
      expect(await countAccepted(address, 5)).toBe(3)
    expect(await readResetLinksTo(database, email)).toHaveLength(3)
    advanceClockBySeconds(1200)
    for (const address of [email, 'stranger@shoppers.example'])
      expect(await countAccepted(address, 1)).toBe(1)
  })

  test('LIMIT-10 ten requests per client address, then one every six minutes', async () => {
    const { accounts, advanceClockBySeconds } = createTestAccounts(database, { limits: RATE_LIMITS })
    let name = 0
    const passes = async () =>
      (await accounts.requestPasswordReset(`anybody.${++name}@shoppers.example`, { ip: '198.51.100.77' })).ok
    const answers: boolean[] = []
    for (let time = 0; time < 12; time++) answers.push(await passes())
    expect(answers.filter(Boolean)).toHaveLength(10)
    advanceClockBySeconds(360)
    expect([await passes(), await passes()]).toEqual([true, false])
  })

  test('LIMIT-8 if an attacker uses up the attempts, the owner has valid links', async () => {
    const { accounts, email, reset } = await createPasswordResetCustomer(
      database,
      createTestAccounts(database, { limits: RATE_LIMITS }),
    )
    for (let time = 0; time < 6; time++)
      await accounts.requestPasswordReset(email, { ip: `203.0.113.${time}` })
    expect((await accounts.requestPasswordReset(email, visit)).ok).toBe(false)
    const [first] = await readResetLinksTo(database, email)
    expect((await reset(first!.searchParams.get('token')!)).ok).toBe(true)
  })
})
