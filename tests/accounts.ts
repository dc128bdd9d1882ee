import { createAccounts, type AccountsOptions } from '#shop/accounts/accounts.server.ts'
import { RATE_LIMITS, type RateLimits } from '#shop/accounts/rate-limits.ts'
import type { Registration } from '#shop/accounts/forms.ts'
import type { TestDatabase } from './database.ts'

export const TEST_PASSWORD = 'nine hairpins up the ghat'
const SECRET = 'a secret for tests alone, as long as a real one'

/** Limits that no test reaches by accident; the limits' own test hands in real ones. */
const PLENTY = Object.fromEntries(
  Object.keys(RATE_LIMITS).map((thing) => [thing, { tries: 1_000_000, everySeconds: 1 }]),
) as RateLimits

export type TestAccounts = ReturnType<typeof newTestAccounts>

/** Accounts of a test's own database, with a clock that the test moves. */
export function newTestAccounts({ db }: Pick<TestDatabase, 'db'>, options: Partial<AccountsOptions> = {}) {
  let now = new Date('2026-11-21T10:00:00Z')
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const accounts = createAccounts({
    pool: db.accounts,
    secret: SECRET,
    publicUrl: 'http://localhost:3000',
    clock: () => now,
    log,
    wakeOutbox: () => {},
    limits: PLENTY,
    pace: { registrationMilliseconds: 0, failedSignInMilliseconds: 0, resetRequestMilliseconds: 0, resendMilliseconds: 0 },
    ...options,
  })
  return {
    accounts,
    passSeconds(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

export const visit = { ip: '203.0.113.7' }

let people = 0
/** A registration nobody else in the test has made. */
export function aRegistration(changes: Partial<Registration> = {}): Registration {
  people += 1
  return {
    full_name: 'Anu Mathew',
    email: `anu.${people}@shoppers.example`,
    phone: '01632 960001',
    address: null,
    post_code: null,
    city: null,
    country: 'United Kingdom',
    password: TEST_PASSWORD,
    confirm_password: TEST_PASSWORD,
    ...changes,
  }
}

/** Keeps cookies as a browser does: the newest value of a name, until it is told to drop it. */
export class Browser {
  readonly cookies = new Map<string, { value: string; attributes: string }>()

  get(name: string): string | null {
    if (name !== 'cookie') return null
    return [...this.cookies].map(([cookie, { value }]) => `${cookie}=${value}`).join('; ') || null
  }

  take(setCookies: string[]) {
    for (const cookie of setCookies) {
      const [, name, value, attributes] = /^([^=]+)=([^;]*); (.*)$/.exec(cookie) ?? []
      if (!name) throw new Error(`Not a cookie: ${cookie}`)
      if (/Max-Age=0\b/.test(attributes ?? '')) this.cookies.delete(name)
      else this.cookies.set(name, { value: value ?? '', attributes: attributes ?? '' })
    }
  }

  /** The same cookies in somebody else's hands. */
  stolen(): Browser {
    const copy = new Browser()
    for (const [name, cookie] of this.cookies) copy.cookies.set(name, cookie)
    return copy
  }
}

export type SignInHow = { remember?: boolean; area?: 'shop' | 'admin'; options?: Partial<AccountsOptions> }

/** Somebody new who has just signed in, with what their browser and the shop can do from there on. */
export async function aSession(database: TestDatabase, { remember = false, area = 'shop', options = {} }: SignInHow = {}) {
  const { accounts, passSeconds } = newTestAccounts(database, options)
  const form = aRegistration()
  if (area === 'admin') await accounts.createAdministrator(form)
  else await accounts.register(form, visit)
  const browser = new Browser()
  const signIn = async (from = browser) => {
    const answer = await accounts.signIn({ area, email: form.email, password: TEST_PASSWORD, remember }, from, visit)
    if (!answer.ok) throw new Error(answer.refusal.code)
    from.take(answer.value.setCookies)
    return answer.value
  }
  const first = await signIn()
  /** A request of a page: whoever it comes from, with the answer's cookies kept. */
  const visitPage = async (from = browser) => {
    const { actor, setCookies } = await accounts.readActor(from, area)
    from.take(setCookies)
    return actor.kind
  }
  const renew = async (from = browser) => {
    const { answer, setCookies } = await accounts.renewSession(from)
    from.take(setCookies)
    return answer.user?.email
  }
  const value = (name: string) => browser.cookies.get(`ninth-bend-${name}`)?.value
  return { accounts, browser, email: form.email, first, passSeconds, renew, signIn, value, visitPage }
}
