import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { Admin } from '#shop/permissions.ts'
import { Browser, newTestAccounts, TEST_PASSWORD, visit, type TestAccounts } from './accounts.ts'
import { codeOf } from './authenticator.ts'
import type { TestDatabase } from './database.ts'

/**
 * Opens a database for the tests of a file and holds the time of day meanwhile: a code of the app is another one every
 * half minute, and no test should end in a new one.
 */
export function withinOneHalfMinute(open: () => Promise<TestDatabase>) {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await database.close()
  })
}

/** A new administrator with a browser in the back-office, and what they may do about their sign-in. */
export async function anOwner(database: TestDatabase, given: TestAccounts = newTestAccounts(database)) {
  const { accounts } = given
  const email = `owner.${crypto.randomUUID()}@shop.example`
  await accounts.createAdministrator({ email, password: TEST_PASSWORD })
  const [{ id }] = (await database.query<{ id: string }>('select id from accounts."user" where email = $1', [email])) as [{ id: string }]
  const actor: Admin = { kind: 'admin', userId: id, email }
  /** The first step: 'in', 'second-factor-needed' with its cookie taken, or another refusal. */
  async function signIn(browser = new Browser(), password = TEST_PASSWORD, area: 'shop' | 'admin' = 'admin') {
    const signedIn = await accounts.signIn({ area, email, password, remember: true }, browser, visit)
    if (signedIn.ok) browser.take(signedIn.value.setCookies)
    else if (signedIn.refusal.code === 'second-factor-needed') browser.take(signedIn.refusal.setCookies)
    return { browser, result: signedIn.ok ? 'in' : signedIn.refusal.code }
  }
  const { browser } = await signIn()
  return {
    ...given, email, actor, browser, signIn,
    /** The second step. */
    async show(waiting: Browser, code: string, kind: 'app' | 'recovery' = 'app') {
      const shown = await accounts.signInWithCode({ kind, code }, waiting)
      if (shown.ok) waiting.take(shown.value.setCookies)
      return shown.ok ? 'in' : shown.refusal.code
    },
    async whoIs(seen: Browser, area: 'shop' | 'admin' = 'admin') {
      return (await accounts.readActor(seen.stolen(), area)).actor.kind
    },
    /** Switches the second factor on, with the code of the step before now, and answers its key and recovery codes. */
    async switchOn() {
      const begun = await accounts.beginSecondFactor(actor, { password: TEST_PASSWORD })
      if (!begun.ok) throw new Error(`It could not be begun: ${begun.refusal.code}`)
      const { key } = begun.value
      const confirmed = await accounts.confirmSecondFactor(actor, { code: codeOf(key, -1) }, browser)
      expect(confirmed.ok).toBe(true)
      return { key, recoveryCodes: confirmed.ok ? confirmed.value.recoveryCodes : [] }
    },
  }
}
