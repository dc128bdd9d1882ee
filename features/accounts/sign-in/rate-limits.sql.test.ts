import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createRegistration,
  CookieJar,
  createTestAccounts,
  TEST_PASSWORD,
} from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createRateLimiter, rateLimitAddress } from '#platform/rate-limits/rate-limiter.server.ts'
import { RATE_LIMITS } from '#platform/rate-limits/rate-limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const home = { ip: '203.0.113.7' }
const elsewhere = { ip: '198.51.100.9' }
let places = 0
const newClientAddress = () => ({ ip: `192.0.2.${++places}` })

async function anAccount() {
  const given = createTestAccounts(database, { limits: RATE_LIMITS })
  const form = createRegistration()
  await createTestAccounts(database).accounts.register(form, home)
  const owner = new CookieJar()
  async function tryIn(
    password: string,
    visit: { ip: string },
    browser = new CookieJar(),
    area: 'shop' | 'admin' = 'shop',
    email = form.email,
  ) {
    const answer = await given.accounts.signIn({ area, email, password, remember: false }, browser, visit)
    if (answer.ok) browser.take(answer.value.setCookies)
    return answer.ok ? 'in' : answer.refusal.code
  }
  return { ...given, email: form.email, owner, tryIn }
}

async function guess(times: number, one: () => Promise<string>) {
  let allowed = 0
  for (let time = 0; time < times; time++) if ((await one()) !== 'too-many-tries') allowed += 1
  return allowed
}

describe('LIMIT-5 Password guessing', () => {
  test('LIMIT-5 five attempts per account and client address, then one a minute, whether or not the account exists', async () => {
    const { advanceClockBySeconds, tryIn } = await anAccount()
    const place = newClientAddress()
    for (const email of [undefined, 'nobody@shoppers.example']) {
      const from = email ? newClientAddress() : place
      expect(await guess(8, () => tryIn('wrong', from, undefined, 'shop', email))).toBe(5)
    }
    advanceClockBySeconds(59)
    expect(await tryIn('wrong', place)).toBe('too-many-tries')
    advanceClockBySeconds(1)
    expect(await guess(3, () => tryIn('wrong', place))).toBe(1)
  })

  test('LIMIT-6 a refusal says how long to wait', async () => {
    const { accounts, email, tryIn } = await anAccount()
    const place = newClientAddress()
    await guess(5, () => tryIn('wrong', place))
    expect(
      await accounts.signIn(
        { area: 'shop', email, password: TEST_PASSWORD, remember: false },
        new CookieJar(),
        place,
      ),
    ).toEqual({ ok: false, refusal: { code: 'too-many-tries', retry_after_seconds: 60 } })
  })

  test('LIMIT-5 admin and shop sign-ins share a limit', async () => {
    const { tryIn } = await anAccount()
    const place = newClientAddress()
    await guess(5, () => tryIn('wrong', place, undefined, 'admin'))
    expect(await tryIn(TEST_PASSWORD, place)).toBe('too-many-tries')
  })

  test('LIMIT-5 fifty concurrent attempts are limited to five', async () => {
    const { tryIn } = await anAccount()
    const place = newClientAddress()
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryIn('wrong', place)))
    expect(answers.filter((answer) => answer !== 'too-many-tries')).toHaveLength(5)
  })

  test('LIMIT-5 thirty attempts at different accounts from one address', async () => {
    const { tryIn } = await anAccount()
    const place = newClientAddress()
    let name = 0
    expect(
      await guess(40, () => tryIn('wrong', place, undefined, 'shop', `nobody.${++name}@shoppers.example`)),
    ).toBe(30)
  })

  test('LIMIT-8 attempts of others do not lock the owner out, neither from another address nor from a known browser', async () => {
    const { owner, tryIn } = await anAccount()
    const place = newClientAddress()
    expect(await tryIn(TEST_PASSWORD, place, owner)).toBe('in')
    await guess(20, () => tryIn('wrong', place))
    expect(await tryIn(TEST_PASSWORD, place)).toBe('too-many-tries')
    expect(await tryIn(TEST_PASSWORD, place, owner)).toBe('in')
    expect(await tryIn(TEST_PASSWORD, newClientAddress())).toBe('in')
  })

  test('LIMIT-8 attempts from a thousand addresses are limited together, but not the owner’s browser', async () => {
    const { owner, tryIn } = await anAccount()
    expect(await tryIn(TEST_PASSWORD, home, owner)).toBe('in')
    expect(await guess(70, () => tryIn('wrong', newClientAddress()))).toBe(50)
    expect(await tryIn(TEST_PASSWORD, newClientAddress(), owner)).toBe('in')
  })

  test('LIMIT-8 the known-browser cookie is valid for its own account only and cannot be forged', async () => {
    const { email, owner, tryIn } = await anAccount()
    const other = await anAccount()
    await tryIn(TEST_PASSWORD, home, owner)
    const mark = owner.cookies.get('ninth-bend-device')!
    const place = newClientAddress()
    for (const value of [mark.value, `x.${mark.value.split('.')[1]}`, `${crypto.randomUUID()}.AAAA`]) {
      const otherBrowser = new CookieJar()
      otherBrowser.cookies.set('ninth-bend-device', { value, attributes: '' })
      await guess(10, () => tryIn('wrong', place, otherBrowser, 'shop', other.email))
      expect(await tryIn('wrong', place, otherBrowser, 'shop', other.email)).toBe('too-many-tries')
    }
    expect(mark.value).not.toContain(email)
  })

  test('LIMIT-8 a known browser is limited too', async () => {
    const { owner, tryIn } = await anAccount()
    await tryIn(TEST_PASSWORD, home, owner)
    expect(await guess(20, () => tryIn('wrong', home, owner))).toBe(10)
  })

  test('LIMIT-8 successful sign-ins do not count, so that many users can share an address', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => anAccount()))
    for (let round = 0; round < 8; round++) {
      for (const { tryIn } of people) expect(await tryIn(TEST_PASSWORD, elsewhere)).toBe('in')
    }
  })

  test('LIMIT-7 counts written by a clock 40 days ahead are reset', async () => {
    const { advanceClockBySeconds, tryIn } = await anAccount()
    const place = newClientAddress()
    advanceClockBySeconds(40 * 24 * 3600)
    expect(await guess(8, () => tryIn('wrong', place))).toBe(5)
    advanceClockBySeconds(-40 * 24 * 3600)
    expect(await guess(8, () => tryIn('wrong', place))).toBe(5)
    advanceClockBySeconds(-600)
    expect(await guess(8, () => tryIn('wrong', place))).toBe(0)
  })

  test('LIMIT-7 attempts at one moment get the whole limit, also if they are counted in another order than they came', async () => {
    let now = new Date('2026-11-21T10:00:00.200Z')
    const limiter = createRateLimiter({
      pool: database.db.accounts,
      secret: 's'.repeat(32),
      clock: () => now,
      limits: RATE_LIMITS,
    })
    const attempt = { limitedAction: 'registerFromOneAddress', of: [newClientAddress().ip] } as const
    const waits = [await limiter.take(attempt)]
    now = new Date('2026-11-21T10:00:00Z')
    while (waits.length < 12) waits.push(await limiter.take(attempt))
    expect(waits.map((wait) => wait > 0)).toEqual([...Array<boolean>(10).fill(false), true, true])
  })

  test('LIMIT-7 limits hold across processes and restarts', async () => {
    const { email, tryIn } = await anAccount()
    const place = newClientAddress()
    await guess(5, () => tryIn('wrong', place))
    const second = createTestAccounts(database, { limits: RATE_LIMITS })
    const answer = await second.accounts.signIn(
      { area: 'shop', email, password: TEST_PASSWORD, remember: false },
      new CookieJar(),
      place,
    )
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'too-many-tries' } })
  })

  test('counts contain no client address, email or password', async () => {
    const { email, tryIn } = await anAccount()
    await tryIn('wrong', home)
    const [row] = await database.query<{ all: string }>(
      "select string_agg(key, ' ') as all from accounts.rate_limit",
    )
    expect(row?.all).not.toContain(email)
    expect(row?.all).not.toContain(home.ip)
  })
})

describe('LIMIT-5 Registration', () => {
  test('LIMIT-5 ten per client address, then one every six minutes', async () => {
    const { accounts, advanceClockBySeconds } = createTestAccounts(database, { limits: RATE_LIMITS })
    const place = newClientAddress()
    const register = async () => {
      const answer = await accounts.register(createRegistration(), place)
      return answer.ok ? 'made' : answer.refusal.code
    }
    expect(await guess(12, register)).toBe(10)
    advanceClockBySeconds(360)
    expect(await guess(2, register)).toBe(1)
  })

  test('LIMIT-5 five per email address, from any client address', async () => {
    const { accounts } = createTestAccounts(database, { limits: RATE_LIMITS })
    const form = createRegistration()
    const register = async () => {
      const answer = await accounts.register(form, newClientAddress())
      return answer.ok ? 'made' : answer.refusal.code
    }
    expect(await guess(7, register)).toBe(5)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('LIMIT-5 %s counts as %s: one address per customer of a provider', (ip, block) => {
  expect(rateLimitAddress(ip)).toBe(block)
})
