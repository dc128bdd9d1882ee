import { join } from 'node:path'
import { Pool } from 'pg'
import type { accountTypes } from '#db/connection/column-parsers.server.ts'
import type { createAccounts } from '#shop/accounts/accounts.server.ts'
import type { RATE_LIMITS } from '#shop/accounts/rate-limits/rate-limits.ts'
import { aRegistration, Browser, TEST_PASSWORD } from '#tests/fixtures/accounts/test-accounts.ts'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

type Tree = { createAccounts: typeof createAccounts; RATE_LIMITS: typeof RATE_LIMITS; accountTypes: typeof accountTypes }

const GUESSES = 10_000
const HOUR_SECONDS = 3600
/** Who guesses: from one place, from as many places as guesses, and over one place's IPv6 network. */
const CROWDS = {
  'one place': () => '203.0.113.7',
  'a place for each guess': (guess: number) => `198.${18 + (guess >> 16)}.${(guess >> 8) & 255}.${guess & 255}`,
  'one IPv6 network': (guess: number) => `2001:db8:1:1::${guess.toString(16)}`,
}

export const guesses: Step = {
  name: 'guesses',
  asks: '10,000 guesses at one account in an hour, by a clock that is handed in: no more are looked at than the limits say, and the owner’s browser gets in all the while',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const { dataDir } = await stage.shop()
    // The use-cases of the very tree that is tried.
    const files = ['shop/accounts/accounts.server.ts', 'shop/accounts/rate-limits/rate-limits.ts', 'db/connection/column-parsers.server.ts']
    const tree = Object.assign({}, ...(await Promise.all(files.map((file) => import(join(stage.tree, file)))))) as Tree
    const pool = new Pool({ connectionString: connectionStringOf(dataDir), options: '-c search_path=accounts -c role=ninth_bend_accounts', max: 4, types: tree.accountTypes })
    let now = Date.parse('2026-11-21T10:00:00Z')
    const accounts = tree.createAccounts({
      pool, secret: 'a secret of a proof, as long as a real one', publicUrl: 'http://localhost:3000', clock: () => new Date(now),
      log: { info: () => {}, warn: () => {}, error: () => {} }, wakeOutbox: () => {}, limits: tree.RATE_LIMITS,
      pace: { registrationMilliseconds: 0, failedSignInMilliseconds: 0, resetRequestMilliseconds: 0, resendMilliseconds: 0 },
    })
    const count = stage.times(GUESSES)
    const seconds = (HOUR_SECONDS * count) / GUESSES
    const told: string[] = []
    try {
      for (const [crowd, placeOf] of Object.entries(CROWDS)) {
        now += 24 * HOUR_SECONDS * 1000
        const form = aRegistration({ email: `guessed-${crypto.randomUUID()}@example.com` })
        await accounts.register(form, { ip: '192.0.2.1' })
        const owner = new Browser()
        const signIn = async () => {
          const answer = await accounts.signIn({ area: 'shop', email: form.email, password: TEST_PASSWORD, remember: true }, owner, { ip: '192.0.2.99' })
          if (answer.ok) owner.take(answer.value.setCookies)
          return answer.ok
        }
        tries.expect(await signIn(), () => `${crowd}: the owner could not sign in before anybody guessed`)
        const begun = now
        let looked = 0
        for (let guess = 0; guess < count; guess += 1) {
          now = begun + (guess * seconds * 1000) / count
          const answer = await accounts.signIn({ area: 'shop', email: form.email, password: `guess ${guess}`, remember: false }, new Browser(), { ip: placeOf(guess) })
          if (answer.ok || answer.refusal.code !== 'too-many-tries') looked += 1
          if (guess % Math.ceil(count / 20) === 0) tries.expect(await signIn(), () => `${crowd}: the owner’s browser was kept out after ${guess} guesses`)
        }
        const { tries: atOnce, everySeconds } = crowd === 'a place for each guess' ? tree.RATE_LIMITS.signInToOneAccount : tree.RATE_LIMITS.signInFromOneAddressToOneAccount
        const most = atOnce + Math.floor(seconds / everySeconds)
        tries.add(count, looked <= most ? [] : [`${crowd}: ${looked} guesses were looked at, where ${most} may be`])
        told.push(`${looked} (${most} at most) from ${crowd}`)
      }
      return `of ${count} in ${Math.round(seconds)} s looked at: ${told.join(', ')}`
    } finally {
      await pool.end()
    }
  },
}
