import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { hashPassword } from '#features/accounts/passwords/password-hash.server.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import {
  connectionStringOf,
  connectToShopDatabase,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import { PASSWORD } from '#tests/fixtures/http/http-client.ts'
import {
  sendRequest,
  perSecond,
  runConcurrently,
  milliseconds,
  createKeepAliveAgent,
} from '#bench/runner/http-load.ts'
import {
  percentile,
  formatMedianWithRange,
  type Benchmark,
  type BenchmarkTable,
} from '#bench/runner/benchmark.ts'
import { readCpuTime } from '#bench/runner/cpu-time.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import type { HashMeasurement } from './password-hash-worker.ts'
import { startInstrumentedShop, type InstrumentedShop } from '#bench/runner/instrumented-shop.ts'

/** libuv's thread pool limits how many hashes run in parallel. */
const CONCURRENCY = 8
const ROUNDS = 5
const SIGN_INS_PER_ROUND = scaled(200, 16)

export const signIns: Benchmark = {
  name: 'sign-ins',
  title: 'Sign-ins a second',
  about:
    `Sign-ins of different customers, ${ROUNDS} alternating rounds of ${SIGN_INS_PER_ROUND}, sequentially and ${CONCURRENCY} at a time, compared with ` +
    'as many password comparisons alone in a process that does nothing else. argon2id with the minimum cost of OWASP is meant to be ' +
    'slow, and bounds the rate of sign-ins. Rate limits are off for this measurement.',
  measure,
}

type Round = { perSecond: number; times: number[]; microseconds: number }

async function measure(): Promise<BenchmarkTable> {
  // The tests' entry point, without rate limits.
  const shop = await startInstrumentedShop({ env: { DEMO: 'off' } })
  const db = connectToShopDatabase(shop.dataDir)
  const hashWorker = fork(join(import.meta.dirname, 'password-hash-worker.ts'))
  try {
    await once(hashWorker, 'message')
    const emails = await insertCustomersWithPasswords(shop, db)
    const kinds = [1, CONCURRENCY].flatMap((concurrency) => [
      {
        name: concurrency === 1 ? 'sign-ins, one after the other' : `sign-ins, ${concurrency} at a time`,
        run: () => signInAll(shop, emails, concurrency),
        rounds: [] as Round[],
      },
      {
        name:
          concurrency === 1
            ? 'the hash alone, one after the other'
            : `the hash alone, ${concurrency} at a time`,
        run: () => measureHashing(hashWorker, concurrency),
        rounds: [] as Round[],
      },
    ])
    for (const { run } of kinds) await run()
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { rounds, run } of kinds) rounds.push(await run())
    return tableOf(kinds)
  } finally {
    hashWorker.disconnect()
    await db.close()
    await shop.stop()
  }
}

/** One password hash for all customers, because it does not affect the cost of a verification. */
async function insertCustomersWithPasswords(shop: InstrumentedShop, db: DatabaseClient): Promise<string[]> {
  const customers = await createSignedInCustomers(shop, SIGN_INS_PER_ROUND, connectionStringOf(shop.dataDir))
  await db.query(
    `insert into accounts.account (user_id, provider_id, account_id, password, updated_at)
     select id, 'credential', id::text, $1, now() from accounts."user" where email = any ($2)`,
    [await hashPassword(PASSWORD), customers.map(({ email }) => email)],
  )
  return customers.map(({ email }) => email)
}

async function signInAll(
  { url, process }: InstrumentedShop,
  emails: readonly string[],
  concurrency: number,
): Promise<Round> {
  const agent = createKeepAliveAgent(concurrency)
  const before = readCpuTime(process.pid!, { alone: true })
  const times: number[] = []
  const seconds = await runConcurrently(concurrency, emails, async (email) => {
    const response = await sendRequest(agent, url, {
      path: '/login',
      method: 'POST',
      form: { email, password: PASSWORD, remember: 'on' },
    })
    if (response.status !== 302 || response.cookies.length === 0)
      throw new Error(`A sign-in answered ${response.status}: ${response.text.slice(0, 300)}`)
    times.push(response.milliseconds)
  })
  agent.destroy()
  return {
    perSecond: emails.length / seconds,
    times,
    microseconds: (readCpuTime(process.pid!, { alone: true }) - before) / emails.length,
  }
}

async function measureHashing(hashWorker: ChildProcess, concurrency: number): Promise<Round> {
  hashWorker.send({ concurrency, count: SIGN_INS_PER_ROUND })
  const [{ seconds, times, microseconds }] = (await once(hashWorker, 'message')) as [HashMeasurement]
  return { perSecond: SIGN_INS_PER_ROUND / seconds, times, microseconds: microseconds / SIGN_INS_PER_ROUND }
}

function tableOf(kinds: readonly { name: string; rounds: readonly Round[] }[]): BenchmarkTable {
  return {
    columns: [
      'what',
      'a second',
      'of the hash alone',
      'half within',
      '99 of 100 within',
      'processor time each',
    ],
    rows: kinds.map(({ name, rounds }, index) => {
      const hashRounds = kinds[index | 1]!.rounds
      return [
        name,
        perSecond(rounds.map((run) => run.perSecond)),
        formatMedianWithRange(
          rounds.map((run, round) => run.perSecond / hashRounds[round]!.perSecond),
          (ratio) => ratio.toFixed(2),
        ),
        ...[50, 99].map((part) =>
          formatMedianWithRange(
            rounds.map(({ times }) => percentile(times, part)),
            milliseconds,
          ),
        ),
        formatMedianWithRange(
          rounds.map(({ microseconds }) => microseconds / 1000),
          (value) => `${value.toFixed(1)} ms`,
        ),
      ]
    }),
  }
}
