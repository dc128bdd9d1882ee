import { expect } from 'vitest'
import { aRegistration, Browser, newTestAccounts, TEST_PASSWORD, visit, type TestAccounts } from './accounts.ts'
import type { TestDatabase } from './database.ts'

export const NEW_PASSWORD = 'ten hairpins down again'

type Mail = { kind: string; payload: { full_name: string; url: string } }

export const mailsTo = ({ query }: TestDatabase, email: string) =>
  query<Mail>('select kind, payload from outbox where recipient = $1 order by id', [email])

/** The links to a new password that were mailed to an address, oldest first. */
export const linksTo = async (database: TestDatabase, email: string) =>
  (await mailsTo(database, email)).filter(({ kind }) => kind === 'reset-password').map(({ payload }) => new URL(payload.url))

/** A new customer, with what they may do about their password. */
export async function aForgetfulCustomer(database: TestDatabase, given: TestAccounts = newTestAccounts(database)) {
  const { accounts } = given
  const form = aRegistration()
  const { email } = form
  await accounts.register(form, visit)
  return {
    ...given,
    email,
    async signIn(password = TEST_PASSWORD, browser = new Browser(), area: 'shop' | 'admin' = 'shop') {
      const signedIn = await accounts.signIn({ area, email, password, remember: true }, browser, visit)
      if (signedIn.ok) browser.take(signedIn.value.setCookies)
      return { browser, result: signedIn.ok ? 'in' : signedIn.refusal.code }
    },
    /** Asks for a link and answers the token in it. */
    async ask(): Promise<string> {
      expect(await accounts.requestPasswordReset(email, visit)).toEqual({ ok: true, value: null })
      return (await linksTo(database, email)).at(-1)!.searchParams.get('token')!
    },
    /** Uses a link. */
    async reset(token: string, password = NEW_PASSWORD, browser = new Browser()) {
      const changed = await accounts.resetPassword({ token, password }, browser)
      if (changed.ok) browser.take(changed.value.setCookies)
      return changed
    },
    /** Who that browser is for the shop, or for the back-office. */
    async whoIs(browser: Browser, area: 'shop' | 'admin' = 'shop') {
      return (await accounts.readActor(browser.stolen(), area)).actor.kind
    },
  }
}
