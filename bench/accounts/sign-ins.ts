import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { hashPassword } from '#shop/accounts/passwords/password-hash.server.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectionStringOf, lookInto, type Look } from '#tests/fixtures/databases/shop-database.ts'
import { PASSWORD } from '#tests/fixtures/http/http-client.ts'
import { ask, aSecond, inTurns, milliseconds, staysOpen } from '#bench/runner/http-load.ts'
import { percentile, spread, type Part, type Table } from '#bench/runner/benchmark.ts'
import { processorTime } from '#bench/runner/cpu-time.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import type { Hashed } from './password-hash-worker.ts'
import { startWatched, type WatchedShop } from '#bench/runner/instrumented-shop.ts'

/** As many hashes as Node has threads for go side by side. */
const PEOPLE = 8
const ROUNDS = 5
const SIGN_INS_A_ROUND = scaled(200, 16)

export const signIns: Part = {
  name: 'sign-ins',
  title: 'Sign-ins a second',
  about:
    `Sign-ins of as many customers as there are, ${ROUNDS} rounds of ${SIGN_INS_A_ROUND} in turns, one after the other and ${PEOPLE} at a time, beside as ` +
    'many comparisons of a password alone in a process that does nothing else: argon2id at the cost that OWASP asks for at least is meant to be ' +
    'dear, and bounds what a sign-in can be. The limits on guessing are lifted for this, and for nothing else.',
  measure,
}

type Round = { aSecond: number; times: number[]; microseconds: number }

async function measure(): Promise<Table> {
  // The main of the tests: the same shop without limits on guessing.
  const shop = await startWatched({ env: { DEMO: 'off' } })
  const look = lookInto(shop.dataDir)
  const hasher = fork(join(import.meta.dirname, 'password-hash-worker.ts'))
  try {
    await once(hasher, 'message')
    const emails = await peopleWithPasswords(shop, look)
    const kinds = [1, PEOPLE].flatMap((people) => [
      { name: people === 1 ? 'sign-ins, one after the other' : `sign-ins, ${people} at a time`, run: () => signInAll(shop, emails, people), rounds: [] as Round[] },
      { name: people === 1 ? 'the hash alone, one after the other' : `the hash alone, ${people} at a time`, run: () => hashAlone(hasher, people), rounds: [] as Round[] },
    ])
    for (const { run } of kinds) await run()
    for (let round = 0; round < ROUNDS; round += 1) for (const { rounds, run } of kinds) rounds.push(await run())
    return tableOf(kinds)
  } finally {
    hasher.disconnect()
    await look.close()
    await shop.stop()
  }
}

/** They share one password, and so its hash: what a comparison costs does not depend on it. */
async function peopleWithPasswords(shop: WatchedShop, look: Look): Promise<string[]> {
  const people = await manyCustomers(shop, SIGN_INS_A_ROUND, connectionStringOf(shop.dataDir))
  await look.query(
    `insert into accounts.account (user_id, provider_id, account_id, password, updated_at)
     select id, 'credential', id::text, $1, now() from accounts."user" where email = any ($2)`,
    [await hashPassword(PASSWORD), people.map(({ email }) => email)],
  )
  return people.map(({ email }) => email)
}

async function signInAll({ url, process }: WatchedShop, emails: readonly string[], people: number): Promise<Round> {
  const agent = staysOpen(people)
  const before = processorTime(process.pid!, { alone: true })
  const times: number[] = []
  const seconds = await inTurns(people, emails, async (email) => {
    const answer = await ask(agent, url, { path: '/login', method: 'POST', form: { email, password: PASSWORD, remember: 'on' } })
    if (answer.status !== 302 || answer.cookies.length === 0) throw new Error(`A sign-in answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    times.push(answer.milliseconds)
  })
  agent.destroy()
  return { aSecond: emails.length / seconds, times, microseconds: (processorTime(process.pid!, { alone: true }) - before) / emails.length }
}

async function hashAlone(hasher: ChildProcess, people: number): Promise<Round> {
  hasher.send({ people, count: SIGN_INS_A_ROUND })
  const [{ seconds, times, microseconds }] = (await once(hasher, 'message')) as [Hashed]
  return { aSecond: SIGN_INS_A_ROUND / seconds, times, microseconds: microseconds / SIGN_INS_A_ROUND }
}

function tableOf(kinds: readonly { name: string; rounds: readonly Round[] }[]): Table {
  return {
    columns: ['what', 'a second', 'of the hash alone', 'half within', '99 of 100 within', 'processor time each'],
    rows: kinds.map(({ name, rounds }, place) => {
      const alone = kinds[place | 1]!.rounds
      return [
        name,
        aSecond(rounds.map((one) => one.aSecond)),
        spread(rounds.map((one, round) => one.aSecond / alone[round]!.aSecond), (ratio) => ratio.toFixed(2)),
        ...[50, 99].map((part) => spread(rounds.map(({ times }) => percentile(times, part)), milliseconds)),
        spread(rounds.map(({ microseconds }) => microseconds / 1000), (value) => `${value.toFixed(1)} ms`),
      ]
    }),
  }
}
