import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { hashPassword } from '#shop/accounts/passwords/password-hash.server.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectionStringOf, connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { PASSWORD } from '#tests/fixtures/http/http-client.ts'
import { sendRequest, perSecond, runConcurrently, milliseconds, createKeepAliveAgent } from '#bench/runner/http-load.ts'
import { percentile, formatMedianWithRange, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'
import { readCpuTime } from '#bench/runner/cpu-time.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import type { HashMeasurement } from './password-hash-worker.ts'
import { startInstrumentedShop, type InstrumentedShop } from '#bench/runner/instrumented-shop.ts'

/** As many hashes as Node has threads for go side by side. */
const PEOPLE = 8
const ROUNDS = 5
const SIGN_INS_PER_ROUND = scaled(200, 16)

export const signIns: Benchmark = {
  name: 'sign-ins',
  title: 'Sign-ins a second',
  about:
    `Sign-ins of as many customers as there are, ${ROUNDS} rounds of ${SIGN_INS_PER_ROUND} in turns, one after the other and ${PEOPLE} at a time, beside as ` +
    'many comparisons of a password alone in a process that does nothing else: argon2id at the cost that OWASP asks for at least is meant to be ' +
    'dear, and bounds what a sign-in can be. The limits on guessing are lifted for this, and for nothing else.',
  measure,
}

type Round = { perSecond: number; times: number[]; microseconds: number }

async function measure(): Promise<BenchmarkTable> {
  // The main of the tests: the same shop without limits on guessing.
  const shop = await startInstrumentedShop({ env: { DEMO: 'off' } })
  const db = connectToShopDatabase(shop.dataDir)
  const hasher = fork(join(import.meta.dirname, 'password-hash-worker.ts'))
  try {
    await once(hasher, 'message')
    const emails = await insertCustomersWithPasswords(shop, db)
    const kinds = [1, PEOPLE].flatMap((people) => [
      { name: people === 1 ? 'sign-ins, one after the other' : `sign-ins, ${people} at a time`, run: () => signInAll(shop, emails, people), rounds: [] as Round[] },
      { name: people === 1 ? 'the hash alone, one after the other' : `the hash alone, ${people} at a time`, run: () => measureHashing(hasher, people), rounds: [] as Round[] },
    ])
    for (const { run } of kinds) await run()
    for (let round = 0; round < ROUNDS; round += 1) for (const { rounds, run } of kinds) rounds.push(await run())
    return tableOf(kinds)
  } finally {
    hasher.disconnect()
    await db.close()
    await shop.stop()
  }
}

/** They share one password, and so its hash: what a comparison costs does not depend on it. */
async function insertCustomersWithPasswords(shop: InstrumentedShop, db: DatabaseClient): Promise<string[]> {
  const people = await createSignedInCustomers(shop, SIGN_INS_PER_ROUND, connectionStringOf(shop.dataDir))
  await db.query(
    `insert into accounts.account (user_id, provider_id, account_id, password, updated_at)
     select id, 'credential', id::text, $1, now() from accounts."user" where email = any ($2)`,
    [await hashPassword(PASSWORD), people.map(({ email }) => email)],
  )
  return people.map(({ email }) => email)
}

async function signInAll({ url, process }: InstrumentedShop, emails: readonly string[], people: number): Promise<Round> {
  const agent = createKeepAliveAgent(people)
  const before = readCpuTime(process.pid!, { alone: true })
  const times: number[] = []
  const seconds = await runConcurrently(people, emails, async (email) => {
    const answer = await sendRequest(agent, url, { path: '/login', method: 'POST', form: { email, password: PASSWORD, remember: 'on' } })
    if (answer.status !== 302 || answer.cookies.length === 0) throw new Error(`A sign-in answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    times.push(answer.milliseconds)
  })
  agent.destroy()
  return { perSecond: emails.length / seconds, times, microseconds: (readCpuTime(process.pid!, { alone: true }) - before) / emails.length }
}

async function measureHashing(hasher: ChildProcess, people: number): Promise<Round> {
  hasher.send({ people, count: SIGN_INS_PER_ROUND })
  const [{ seconds, times, microseconds }] = (await once(hasher, 'message')) as [HashMeasurement]
  return { perSecond: SIGN_INS_PER_ROUND / seconds, times, microseconds: microseconds / SIGN_INS_PER_ROUND }
}

function tableOf(kinds: readonly { name: string; rounds: readonly Round[] }[]): BenchmarkTable {
  return {
    columns: ['what', 'a second', 'of the hash alone', 'half within', '99 of 100 within', 'processor time each'],
    rows: kinds.map(({ name, rounds }, index) => {
      const alone = kinds[index | 1]!.rounds
      return [
        name,
        perSecond(rounds.map((one) => one.perSecond)),
        formatMedianWithRange(rounds.map((one, round) => one.perSecond / alone[round]!.perSecond), (ratio) => ratio.toFixed(2)),
        ...[50, 99].map((part) => formatMedianWithRange(rounds.map(({ times }) => percentile(times, part)), milliseconds)),
        formatMedianWithRange(rounds.map(({ microseconds }) => microseconds / 1000), (value) => `${value.toFixed(1)} ms`),
      ]
    }),
  }
}
