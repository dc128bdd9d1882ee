import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import {
  CookieJar,
  createTestAccounts,
  TEST_PASSWORD,
  visit,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { totpCode, invalidTotpCode } from '#tests/fixtures/accounts/totp-codes.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  readResetLinksTo,
  readMailsTo,
  NEW_PASSWORD,
} from '#tests/fixtures/accounts/password-reset-customer.ts'
import {
  createSignedInAdmin,
  useDatabaseWithFrozenClock,
} from '#tests/fixtures/accounts/second-factor-admin.ts'
import { SECOND_STEP_SECONDS } from '#features/accounts/better-auth.server.ts'
import { RATE_LIMITS } from '#platform/rate-limits/rate-limits.ts'

let database: TestDatabase
useDatabaseWithFrozenClock(async () => (database = await createTestDatabase()))

async function anOwnerWithTwo(
  ...more: Parameters<typeof createSignedInAdmin> extends [unknown, ...infer Rest] ? Rest : never
) {
  const owner = await createSignedInAdmin(database, ...more)
  return { ...owner, ...(await owner.switchOn()) }
}
const sessionsOf = async (userId: string) =>
  (await database.query('select from accounts.session where user_id = $1', [userId])).length

describe('MFA-3 A sign-in with a second factor', () => {
  test('MFA-3 between password and code there is no session, in the shop and in the back-office', async () => {
    const { accounts, actor, signIn, whoIs } = await anOwnerWithTwo()
    const before = await sessionsOf(actor.userId)
    for (const area of ['admin', 'shop'] as const) {
      const { browser, result } = await signIn(new CookieJar(), TEST_PASSWORD, area)
      expect(result).toBe('second-factor-needed')
      expect([...browser.cookies.keys()]).toEqual(['ninth-bend-second-step'])
      expect([await whoIs(browser), await whoIs(browser, 'shop')]).toEqual(['visitor', 'visitor'])
      expect((await accounts.renewSession(browser)).answer.user).toBeNull()
      expect(accounts.pendingSecondStepArea(browser)).toBe(area)
    }
    expect(await sessionsOf(actor.userId)).toBe(before)
  })

  test('MFA-3 the app’s code opens a session in the area of the sign-in only', async () => {
    const { accounts, signIn, show, whoIs, key } = await anOwnerWithTwo()
    const adminClient = (await signIn()).browser
    expect(await show(adminClient, totpCode(key))).toBe('in')
    expect([await whoIs(adminClient), accounts.pendingSecondStepArea(adminClient)]).toEqual(['admin', null])
    const shopping = (await signIn(new CookieJar(), TEST_PASSWORD, 'shop')).browser
    expect(await show(shopping, totpCode(key, 1))).toBe('in')
    expect([await whoIs(shopping), await whoIs(shopping, 'shop')]).toEqual(['visitor', 'customer'])
    expect(shopping.cookies.get('ninth-bend-refresh')?.attributes, 'remember-me is kept').toContain(
      'Max-Age=',
    )
  })

  test('MFA-4 a code works once: not in another sign-in, the next half minute, or concurrently', async () => {
    const { signIn, show, key } = await anOwnerWithTwo()
    const [first, second, third] = [
      (await signIn()).browser,
      (await signIn()).browser,
      (await signIn()).browser,
    ]
    const code = totpCode(key)
    const answers = await Promise.all([show(first, code), show(second, code)])
    expect(answers.toSorted()).toEqual(['in', 'wrong-code'])
    vi.setSystemTime(Date.now() + 30_000)
    expect(await show(third, code)).toBe('wrong-code')
    expect(await show(third, totpCode(key))).toBe('in')
  })

  test('MFA-4 an expired code, or one of another key, is refused', async () => {
    const { signIn, show, key } = await anOwnerWithTwo()
    const other = await anOwnerWithTwo()
    const { browser } = await signIn()
    for (const code of [totpCode(key, -3), totpCode(other.key), '', '0', `${totpCode(key)}0`])
      expect(await show(browser, code)).toBe('wrong-code')
  })

  test('MFA-2 a recovery code works once, and the owner gets an email', async () => {
    const { accounts, actor, email, signIn, show, whoIs, recoveryCodes } = await anOwnerWithTwo()
    const code = recoveryCodes[0]!
    const [first, second] = [(await signIn()).browser, (await signIn()).browser]
    expect(await show(first, code, 'recovery')).toBe('in')
    expect(await whoIs(first)).toBe('admin')
    await database.query(`update accounts.used_totp_code set used_at = now() - interval '1 hour'`)
    expect(await show(second, code, 'recovery')).toBe('wrong-code')
    expect(await show(second, recoveryCodes[1]!, 'app'), 'where a code of the app belongs').toBe('wrong-code')
    expect(await accounts.readSecondFactor(actor)).toEqual({ isOn: true, recoveryCodesLeft: 9 })
    expect(
      (await readMailsTo(database, email)).filter(({ kind }) => kind === 'recovery-code-used'),
    ).toHaveLength(1)
  })

  test('MFA-2 of ten concurrent uses of one recovery code, one succeeds', async () => {
    const { signIn, show, recoveryCodes } = await anOwnerWithTwo()
    const browsers = await Promise.all(Array.from({ length: 10 }, async () => (await signIn()).browser))
    const answers = await Promise.all(browsers.map((browser) => show(browser, recoveryCodes[0]!, 'recovery')))
    expect(answers.filter((answer) => answer === 'in')).toHaveLength(1)
  })

  test('MFA-4 another user’s, a forged and an expired step are refused', async () => {
    const { accounts, signIn, show, key, advanceClockBySeconds } = await anOwnerWithTwo()
    expect(await show(new CookieJar(), totpCode(key))).toBe('sign-in-again')
    const { browser } = await signIn()
    const held = browser.cookies.get('ninth-bend-second-step')!
    const forged = new CookieJar()
    forged.cookies.set('ninth-bend-second-step', {
      ...held,
      value: held.value.replace(/^./, (letter) => (letter === 'e' ? 'f' : 'e')),
    })
    expect([accounts.pendingSecondStepArea(forged), await show(forged, totpCode(key))]).toEqual([
      null,
      'sign-in-again',
    ])
    advanceClockBySeconds(SECOND_STEP_SECONDS)
    expect([accounts.pendingSecondStepArea(browser), await show(browser, totpCode(key))]).toEqual([
      null,
      'sign-in-again',
    ])
  })

  test('MFA-3 a correct password without the role is refused, and so is a role revoked before the code', async () => {
    const { actor, signIn, show, whoIs, key } = await anOwnerWithTwo()
    const { browser } = await signIn()
    await database.query('delete from accounts.administrator where user_id = $1', [actor.userId])
    const before = await sessionsOf(actor.userId)
    expect(await show(browser, totpCode(key))).toBe('access-denied')
    expect([await whoIs(browser), await sessionsOf(actor.userId)]).toEqual(['visitor', before])
    expect((await signIn()).result).toBe('access-denied')
    expect(
      await database.query('select from accounts.verification where value = $1', [actor.userId]),
    ).toEqual([])
  })

  test('MFA-9 a password reset keeps the second factor: pending steps are invalid, the next sign-in needs a code', async () => {
    const { accounts, email, signIn, show, key } = await anOwnerWithTwo()
    const { browser } = await signIn()
    await accounts.requestPasswordReset(email, visit)
    const token = (await readResetLinksTo(database, email)).at(-1)!.searchParams.get('token')!
    expect((await accounts.resetPassword({ token, password: NEW_PASSWORD }, new CookieJar())).ok).toBe(true)
    expect(await show(browser, totpCode(key))).toBe('sign-in-again')
    const again = await signIn(new CookieJar(), NEW_PASSWORD)
    expect(again.result).toBe('second-factor-needed')
    expect(await show(again.browser, totpCode(key, 1))).toBe('in')
  })

  test('MFA-9 a code that is checked during a password change is refused', async () => {
    const { actor, signIn, show, key } = await anOwnerWithTwo()
    const { browser } = await signIn()
    const before = await sessionsOf(actor.userId)
    const { showing } = await database.owner.transaction().execute(async (trx) => {
      await sql`update accounts.account set password = 'another' where user_id = ${actor.userId}`.execute(trx)
      const begun = { showing: show(browser, totpCode(key)) }
      await expect.poll(() => sessionsOf(actor.userId)).toBe(before + 1)
      expect(await Promise.race([begun.showing, setTimeout(200, 'waiting')])).toBe('waiting')
      return begun
    })
    expect(await showing).toBe('sign-in-again')
    expect(await sessionsOf(actor.userId)).toBe(before)
  })
})

describe('MFA-8 Guessing codes', () => {
  test('MFA-8 five codes per password, then a new sign-in', async () => {
    const { signIn, show, key } = await anOwnerWithTwo()
    const { browser } = await signIn()
    for (let guess = 0; guess < 5; guess++)
      expect(await show(browser, invalidTotpCode(key, guess))).toBe('wrong-code')
    expect(await show(browser, totpCode(key))).toBe('sign-in-again')
    const again = (await signIn()).browser
    expect(await show(again, totpCode(key, 1))).toBe('in')
  })

  test('MFA-8 unknown browsers share ten attempts; the owner’s known browser is limited separately', async () => {
    const given = createTestAccounts(database, { limits: RATE_LIMITS })
    const { browser: known, signIn, show, key } = await anOwnerWithTwo(given)
    const signInFromNewBrowser = async () => {
      const { browser, result } = await signIn()
      expect(result).toBe('second-factor-needed')
      return browser
    }
    let waiting = await signInFromNewBrowser()
    for (let guess = 0; guess < 10; guess++) {
      if (guess === 5) waiting = await signInFromNewBrowser()
      expect(await show(waiting, invalidTotpCode(key, guess))).toBe('wrong-code')
    }
    waiting = await signInFromNewBrowser()
    expect(await show(waiting, totpCode(key))).toBe('too-many-tries')
    expect((await signIn(known)).result).toBe('second-factor-needed')
    expect(await show(known, totpCode(key))).toBe('in')
    given.advanceClockBySeconds(RATE_LIMITS.secondFactorToOneAccount.everySeconds)
    expect(await show(waiting, totpCode(key, 1))).toBe('in')
  })
})
