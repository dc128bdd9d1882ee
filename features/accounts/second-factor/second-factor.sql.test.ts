import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { CookieJar, createTestAccounts, TEST_PASSWORD } from '#tests/fixtures/accounts/test-accounts.ts'
import { totpCode, invalidTotpCode } from '#tests/fixtures/accounts/totp-codes.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { readMailsTo } from '#tests/fixtures/accounts/password-reset-customer.ts'
import {
  createSignedInAdmin,
  useDatabaseWithFrozenClock,
} from '#tests/fixtures/accounts/second-factor-admin.ts'
import type * as PasswordHash from '#features/accounts/passwords/password-hash.server.ts'
import { RATE_LIMITS } from '#platform/rate-limits/rate-limits.ts'

// The files of a worker share their modules: this loads the ones below with the mock, and forgets them
// afterwards.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

/** Runs once, between reading a password and comparing it. */
const meanwhile = vi.hoisted(() => ({ work: async () => {} }))
vi.mock(import('#features/accounts/passwords/password-hash.server.ts'), async (load) => {
  const real: typeof PasswordHash = await load()
  return {
    ...real,
    verifyPassword: async (given) => {
      const { work } = meanwhile
      meanwhile.work = async () => {}
      await work()
      return real.verifyPassword(given)
    },
  }
})

let database: TestDatabase
useDatabaseWithFrozenClock(async () => (database = await createTestDatabase()))

const refusal = (code: string) => ({ ok: false, refusal: { code } })
const kindsTo = async (email: string) => (await readMailsTo(database, email)).map(({ kind }) => kind)
const sessionsOf = async (userId: string) =>
  (
    await database.query<{ id: string }>('select id from accounts.session where user_id = $1 order by id', [
      userId,
    ])
  ).map(({ id }) => id)
const readStoredFactor = async (userId: string) =>
  (
    await database.query<{ secret: string; backup_codes: string }>(
      'select secret, backup_codes from accounts.two_factor where user_id = $1',
      [userId],
    )
  )[0]!

describe('MFA-1 Switching a second factor on', () => {
  test('MFA-1 requires the password; sign-ins need no code until a first one is confirmed', async () => {
    const { accounts, actor, signIn, browser } = await createSignedInAdmin(database)
    expect(await accounts.beginSecondFactor(actor, { password: 'not the password' })).toEqual(
      refusal('wrong-password'),
    )
    const begun = await accounts.beginSecondFactor(actor, { password: TEST_PASSWORD })
    expect(begun).toEqual({ ok: true, value: { key: expect.stringMatching(/^[A-Z2-7]{52}$/) } })
    const key = begun.ok ? begun.value.key : ''
    expect(await accounts.confirmSecondFactor(actor, { code: invalidTotpCode(key) }, browser)).toEqual(
      refusal('wrong-code'),
    )
    expect(await accounts.readSecondFactor(actor)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect((await signIn()).result).toBe('in')
  })

  test('MFA-1 a first code switches it on: ten recovery codes, other sessions end, the owner gets an email', async () => {
    const { accounts, actor, email, browser, signIn, whoIs, switchOn } = await createSignedInAdmin(database)
    const [other, shopping] = [
      (await signIn()).browser,
      (await signIn(new CookieJar(), TEST_PASSWORD, 'shop')).browser,
    ]
    const [remainingSession] = await sessionsOf(actor.userId)
    expect(remainingSession).toBeDefined()
    const { recoveryCodes } = await switchOn()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/)
    expect(await accounts.readSecondFactor(actor)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
    expect([await whoIs(browser), await whoIs(other), await whoIs(shopping, 'shop')]).toEqual([
      'admin',
      'visitor',
      'visitor',
    ])
    expect(await sessionsOf(actor.userId)).toHaveLength(1)
    expect((await kindsTo(email)).filter((kind) => kind === 'second-factor-on')).toHaveLength(1)
    expect((await signIn()).result).toBe('second-factor-needed')
  })

  test('MFA-1 a sign-in that is comparing its password meanwhile needs a code', async () => {
    const { accounts, actor, browser, signIn, show, whoIs } = await createSignedInAdmin(database)
    const begun = await accounts.beginSecondFactor(actor, { password: TEST_PASSWORD })
    const key = begun.ok ? begun.value.key : ''
    meanwhile.work = async () => {
      expect((await accounts.confirmSecondFactor(actor, { code: totpCode(key, -1) }, browser)).ok).toBe(true)
    }
    const late = await signIn()
    expect([late.result, await whoIs(late.browser), (await sessionsOf(actor.userId)).length]).toEqual([
      'second-factor-needed',
      'visitor',
      1,
    ])
    expect(await show(late.browser, totpCode(key))).toBe('in')
  })

  test('MFA-1 a sign-in with a verified password waits for an uncommitted second factor', async () => {
    const { actor, signIn } = await createSignedInAdmin(database)
    const before = (await sessionsOf(actor.userId)).length
    const { signingIn } = await database.owner.transaction().execute(async (switching) => {
      const waiting = await database.owner.transaction().execute(async (password) => {
        await sql`select from accounts.account where user_id = ${actor.userId} for update`.execute(password)
        const begun = { signingIn: signIn() }
        await expect
          .poll(async () => (await sessionsOf(actor.userId)).length, { timeout: 10_000 })
          .toBe(before + 1)
        await sql`update accounts."user" set two_factor_enabled = true where id = ${actor.userId}`.execute(
          switching,
        )
        await sql`delete from accounts.session where user_id = ${actor.userId}`.execute(switching)
        return begun
      })
      expect(await Promise.race([waiting.signingIn, setTimeout(200, 'waiting')])).toBe('waiting')
      return waiting
    })
    expect((await signingIn).result).toBe('second-factor-needed')
    expect(await sessionsOf(actor.userId)).toEqual([])
  })

  test('MFA-2 beginning or confirming again while it is on returns no key and no recovery codes', async () => {
    const { accounts, actor, browser, switchOn } = await createSignedInAdmin(database)
    const { key } = await switchOn()
    expect(await accounts.beginSecondFactor(actor, { password: TEST_PASSWORD })).toEqual(
      refusal('already-on'),
    )
    expect(await accounts.confirmSecondFactor(actor, { code: totpCode(key) }, browser)).toEqual(
      refusal('already-on'),
    )
  })

  test('MFA-1 confirming without beginning is refused', async () => {
    const { accounts, actor, browser } = await createSignedInAdmin(database)
    expect(await accounts.confirmSecondFactor(actor, { code: '123456' }, browser)).toEqual(
      refusal('not-begun'),
    )
  })

  test('MFA-7 a customer is refused', async () => {
    const { accounts, actor } = await createSignedInAdmin(database)
    const customer = { ...actor, kind: 'customer' } as never
    await expect(accounts.readSecondFactor(customer)).rejects.toThrow(/may not/)
    await expect(accounts.beginSecondFactor(customer, { password: TEST_PASSWORD })).rejects.toThrow(/may not/)
    await expect(accounts.confirmSecondFactor(customer, { code: '123456' }, new CookieJar())).rejects.toThrow(
      /may not/,
    )
    const proof = { password: TEST_PASSWORD, entered: { kind: 'app', code: '123456' } } as const
    await expect(accounts.switchOffSecondFactor(customer, proof)).rejects.toThrow(/may not/)
    await expect(accounts.renewRecoveryCodes(customer, proof)).rejects.toThrow(/may not/)
  })

  test('MFA-6 key and recovery codes are stored encrypted', async () => {
    const { actor, switchOn } = await createSignedInAdmin(database)
    const { key, recoveryCodes } = await switchOn()
    const storedText = JSON.stringify(await readStoredFactor(actor.userId))
    for (const secret of [key, Buffer.from(key).toString('base64'), ...recoveryCodes])
      expect(storedText).not.toContain(secret)
    expect(
      Object.values(await readStoredFactor(actor.userId)).every((text) => /^[0-9a-f]{80,}$/.test(text)),
    ).toBe(true)
    const codes = await database.query<{ code_hash: string }>('select code_hash from accounts.used_totp_code')
    expect(codes.map(({ code_hash }) => code_hash)).not.toContain(totpCode(key, -1))
  })
})

describe('MFA-5 Switching a second factor off, and new recovery codes', () => {
  const proof = (code: string, password = TEST_PASSWORD, kind: 'app' | 'recovery' = 'app') => ({
    password,
    entered: { kind, code },
  })

  test('MFA-5 both require password and code; a wrong password does not use up the code', async () => {
    const { accounts, actor, email, browser, whoIs, signIn, switchOn } = await createSignedInAdmin(database)
    const { key, recoveryCodes } = await switchOn()
    for (const act of [accounts.switchOffSecondFactor, accounts.renewRecoveryCodes]) {
      expect(await act(actor, proof(totpCode(key), 'not the password'))).toEqual(refusal('wrong-password'))
      expect(await act(actor, proof(invalidTotpCode(key)))).toEqual(refusal('wrong-code'))
    }
    const renewed = await accounts.renewRecoveryCodes(actor, proof(totpCode(key)))
    expect(renewed.ok && renewed.value.recoveryCodes.length).toBe(10)
    expect(await accounts.switchOffSecondFactor(actor, proof(totpCode(key))), 'the same code again').toEqual(
      refusal('wrong-code'),
    )
    expect(
      await accounts.switchOffSecondFactor(actor, proof(recoveryCodes[0]!, TEST_PASSWORD, 'recovery')),
      'an earlier code',
    ).toEqual(refusal('wrong-code'))
    expect(await accounts.switchOffSecondFactor(actor, proof(totpCode(key, 1)))).toEqual({
      ok: true,
      value: null,
    })
    expect(await accounts.readSecondFactor(actor)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
    expect(await whoIs(browser)).toBe('admin')
    expect(await sessionsOf(actor.userId)).toHaveLength(1)
    expect((await signIn()).result).toBe('in')
    expect((await kindsTo(email)).at(-1)).toBe('second-factor-off')
    expect(
      await database.query('select from accounts.two_factor where user_id = $1', [actor.userId]),
    ).toEqual([])
  })

  test('MFA-5 a recovery code works instead of the app', async () => {
    const { accounts, actor, switchOn } = await createSignedInAdmin(database)
    const { recoveryCodes } = await switchOn()
    expect(
      await accounts.switchOffSecondFactor(actor, proof(recoveryCodes[3]!, TEST_PASSWORD, 'recovery')),
    ).toEqual({ ok: true, value: null })
  })

  test('MFA-8 a stolen session does not allow guessing the password or the code', async () => {
    const { accounts, actor, switchOn, advanceClockBySeconds } = await createSignedInAdmin(
      database,
      createTestAccounts(database, { limits: RATE_LIMITS }),
    )
    const { key } = await switchOn()
    for (let guess = 0; guess < 5; guess++) {
      expect(await accounts.switchOffSecondFactor(actor, proof(totpCode(key), `guess ${guess}`))).toEqual(
        refusal('wrong-password'),
      )
    }
    expect(await accounts.switchOffSecondFactor(actor, proof(totpCode(key)))).toMatchObject(
      refusal('too-many-tries'),
    )
    advanceClockBySeconds(3600)
    for (let guess = 0; guess < 5; guess++) {
      expect(await accounts.renewRecoveryCodes(actor, proof(invalidTotpCode(key, guess)))).toEqual(
        refusal('wrong-code'),
      )
    }
    expect(await accounts.renewRecoveryCodes(actor, proof(totpCode(key)))).toMatchObject(
      refusal('too-many-tries'),
    )
    advanceClockBySeconds(60)
    expect((await accounts.renewRecoveryCodes(actor, proof(totpCode(key)))).ok).toBe(true)
  })
})
