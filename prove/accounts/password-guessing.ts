import { join } from 'node:path'
import { Pool } from 'pg'
import type { accountTypeParsers } from '#platform/database/connection/column-parsers.server.ts'
import type { createAccounts } from '#features/accounts/accounts.server.ts'
import type { RATE_LIMITS } from '#platform/rate-limits/rate-limits.ts'
import { createRegistration, CookieJar, TEST_PASSWORD } from '#tests/fixtures/accounts/test-accounts.ts'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

type AccountModules = {
  createAccounts: typeof createAccounts
  RATE_LIMITS: typeof RATE_LIMITS
  accountTypeParsers: typeof accountTypeParsers
}

const GUESSES = 10_000
const HOUR_SECONDS = 3600
const ATTACKER_NETWORKS = {
  'one place': () => '203.0.113.7',
  'a place for each guess': (guess: number) =>
    `198.${18 + (guess >> 16)}.${(guess >> 8) & 255}.${guess & 255}`,
  'one IPv6 network': (guess: number) => `2001:db8:1:1::${guess.toString(16)}`,
}

export const passwordGuessing: ProofStep = {
  name: 'guesses',
  scenario:
    '10,000 wrong passwords for one account in an hour of a simulated clock: only as many are checked as the limits allow, and the owner’s browser can sign in throughout',
  async runProof(proofContext, checks) {
    const { dataDir } = await proofContext.shop()
    const files = [
      'features/accounts/accounts.server.ts',
      'platform/rate-limits/rate-limits.ts',
      'platform/database/connection/column-parsers.server.ts',
    ]
    const tree = Object.assign(
      {},
      ...(await Promise.all(files.map((file) => import(join(proofContext.tree, file))))),
    ) as AccountModules
    const pool = new Pool({
      connectionString: connectionStringOf(dataDir),
      options: '-c search_path=accounts -c role=ninth_bend_accounts',
      max: 4,
      types: tree.accountTypeParsers,
    })
    let now = Date.parse('2026-11-21T10:00:00Z')
    const accounts = tree.createAccounts({
      pool,
      secret: 'a secret of a proof, as long as a real one',
      publicUrl: 'http://localhost:3000',
      clock: () => new Date(now),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      wakeOutbox: () => {},
      limits: tree.RATE_LIMITS,
      minimumDurations: { registrationMs: 0, failedSignInMs: 0, resetRequestMs: 0, resendMs: 0 },
    })
    const count = proofContext.times(GUESSES)
    const seconds = (HOUR_SECONDS * count) / GUESSES
    const results: string[] = []
    try {
      for (const [network, addressOf] of Object.entries(ATTACKER_NETWORKS)) {
        now += 24 * HOUR_SECONDS * 1000
        const form = createRegistration({ email: `guessed-${crypto.randomUUID()}@example.com` })
        await accounts.register(form, { ip: '192.0.2.1' })
        const owner = new CookieJar()
        const signIn = async () => {
          const outcome = await accounts.signIn(
            { area: 'shop', email: form.email, password: TEST_PASSWORD, remember: true },
            owner,
            { ip: '192.0.2.99' },
          )
          if (outcome.ok) owner.take(outcome.value.setCookies)
          return outcome.ok
        }
        checks.expect(await signIn(), () => `${network}: the owner could not sign in before anybody guessed`)
        const startedAt = now
        let checkedGuesses = 0
        for (let guess = 0; guess < count; guess += 1) {
          now = startedAt + (guess * seconds * 1000) / count
          const outcome = await accounts.signIn(
            { area: 'shop', email: form.email, password: `guess ${guess}`, remember: false },
            new CookieJar(),
            { ip: addressOf(guess) },
          )
          if (outcome.ok || outcome.refusal.code !== 'too-many-tries') checkedGuesses += 1
          if (guess % Math.ceil(count / 20) === 0)
            checks.expect(
              await signIn(),
              () => `${network}: the owner’s browser was kept out after ${guess} guesses`,
            )
        }
        const { tries: atOnce, everySeconds } =
          network === 'a place for each guess'
            ? tree.RATE_LIMITS.signInToOneAccount
            : tree.RATE_LIMITS.signInFromOneAddressToOneAccount
        const maxChecked = atOnce + Math.floor(seconds / everySeconds)
        checks.add(
          count,
          checkedGuesses <= maxChecked
            ? []
            : [`${network}: ${checkedGuesses} guesses were looked at, where ${maxChecked} may be`],
        )
        results.push(`${checkedGuesses} (${maxChecked} at most) from ${network}`)
      }
      return `of ${count} in ${Math.round(seconds)} s looked at: ${results.join(', ')}`
    } finally {
      await pool.end()
    }
  },
}
