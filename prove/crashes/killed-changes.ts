import { setTimeout as pause } from 'node:timers/promises'
import type { PageData } from '#kit/page-data/page-data.ts'
import {
  connectToShopDatabase,
  readPostgresProcess,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import { findInconsistencies } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin, type FormFields, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { createSeededRandom, pickRandom, SEED, type Random } from '#prove/runner/seeded-random.ts'

/** A form that changes many rows, and everything that it changes and records. */
type KilledChange = {
  path: string
  form: FormFields | URLSearchParams
  /** One row of numbers, each 0 before the change. */
  counts: string
  parameters: unknown[]
  all: Record<string, number>
  /** A row that the change writes late: in every other round the change is stopped there and killed. */
  stop: { table: string; event: 'insert' | 'update'; when: string }
  /** What else must be true after the change, such as sent emails. */
  findMissing?(database: DatabaseClient): Promise<string[]>
}
export type PrepareChange = (prepared: {
  owner: HttpClient
  database: DatabaseClient
  random: Random
  shop: { url: string; dataDir: string }
}) => Promise<KilledChange>

type KilledChangesStep = Pick<ProofStep, 'name' | 'scenario'> & {
  changes: Record<string, PrepareChange>
  rounds: number
  /** About the duration of a change. */
  maxKillDelayMs: number
}

const VICTIMS = ['shop and PostgreSQL', 'shop', 'backend'] as const
const STOP_LOCK = 20_261_127
const RECOVERY_TIMEOUT_MS = 60_000

/** Each change is stopped at a late row and killed there, then killed at random moments, for each victim in turn. */
export function createKilledChanges({
  name,
  scenario,
  changes,
  rounds,
  maxKillDelayMs,
}: KilledChangesStep): ProofStep {
  const kinds = Object.keys(changes)
  return {
    name,
    scenario,
    async runProof(proofContext, checks) {
      const random = createSeededRandom(SEED)
      const dataDir = proofContext.dataDir()
      const open = () => proofContext.open({ dataDir, env: { LOG_LEVEL: 'error' } })
      const outcomes = { nothing: 0, all: 0, acknowledged: 0 }
      let shop = await open()
      const count = proofContext.times(rounds, kinds.length * 2)
      for (let round = 0; round < count; round += 1) {
        const kind = kinds[round % kinds.length]!
        const pass = Math.floor(round / kinds.length)
        const isStopped = pass % 2 === 0
        const victim = VICTIMS[pass % VICTIMS.length]!
        let database = connectToShopDatabase(dataDir)
        const owner = await signInAsAdmin(shop.url)
        const change = await changes[kind]!({ owner, database, random, shop: { url: shop.url, dataDir } })
        if (isStopped) await stopAtRow(database, change.stop)
        const answer = owner.submit(change.path, change.form).then(isDone, () => false)
        if (isStopped) await waitForStop(database, kind)
        else await pause(random() * maxKillDelayMs)
        if (victim === 'backend') await killBackend(database, random)
        if (victim === 'shop and PostgreSQL') process.kill(readPostgresProcess(dataDir).pid, 'SIGKILL')
        if (victim !== 'backend') shop.process.kill('SIGKILL')
        const isAcknowledged = await answer
        await database.close()
        shop = victim === 'backend' ? shop : await open()
        const again = await signInAgain(shop)

        database = connectToShopDatabase(dataDir)
        const what = `${kind} (round ${round}, ${victim} killed${isStopped ? ' at a late row' : ''}, ${isAcknowledged ? '' : 'not '}acknowledged)`
        const found = await readCounts(database, change)
        const isAll = toShortJson(found) === toShortJson(change.all)
        const isNothing = Object.values(found).every((rows) => rows === 0)
        checks.expect(
          isAll || (isNothing && !isAcknowledged),
          () => `${toShortJson(found)} of ${toShortJson(change.all)} of a ${what}`,
        )
        outcomes[isAcknowledged ? 'acknowledged' : isNothing ? 'nothing' : 'all'] += 1
        await again.submit(change.path, change.form)
        const repeated = await readCounts(database, change)
        checks.expect(
          toShortJson(repeated) === toShortJson(change.all),
          () => `${toShortJson(repeated)} of ${toShortJson(change.all)} after a repeat of a ${what}`,
        )
        const wrong = [
          ...(await findInconsistencies(database)).map((row) => toShortJson(row)),
          ...((await change.findMissing?.(database)) ?? []),
        ]
        checks.expect(wrong.length === 0, () => `does not add up after a ${what}: ${wrong.join(', ')}`)
        await database.close()
      }
      return `${count} kills: ${outcomes.nothing} times nothing had happened, ${outcomes.all} times all without an answer, ${outcomes.acknowledged} times all with one; seed ${SEED}`
    },
  }
}

/** A form was accepted if the answer is a redirect or a message. */
const isDone = ({ redirect, actionData }: PageData) =>
  redirect !== undefined ||
  Object.values(actionData ?? {}).some((result) => (result as { kind?: string } | null)?.kind === 'done')

const readCounts = async (database: DatabaseClient, { counts, parameters }: KilledChange) =>
  (await database.query<Record<string, number>>(counts, parameters))[0]!

/** The change waits for the proof's lock after it has written the row, and everything before it. */
async function stopAtRow(database: DatabaseClient, { table, event, when }: KilledChange['stop']) {
  await database.query(`
    create or replace function stop_change() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${STOP_LOCK}); return null; end $$`)
  await database.query(
    `create or replace trigger stop_change after ${event} on ${table} for each row when (${when}) execute function stop_change()`,
  )
  await database.query('select pg_advisory_lock($1)', [STOP_LOCK])
}

const STOPPED = `select pid from pg_locks where locktype = 'advisory' and objid = ${STOP_LOCK} and not granted`

async function waitForStop(database: DatabaseClient, kind: string) {
  for (const until = Date.now() + RECOVERY_TIMEOUT_MS; Date.now() < until; await pause(5))
    if ((await database.query(STOPPED)).length > 0) return
  throw new Error(`A ${kind} never wrote the row at which it is to be stopped.`)
}

/** Kills the backend of the change, if there is one. PostgreSQL then ends all others too, and recovers. */
async function killBackend(database: DatabaseClient, random: Random) {
  const backends = await database.query<{ pid: number; is_changing: boolean }>(
    `select pid, pid in (${STOPPED}) or state = 'active' as is_changing from pg_stat_activity where application_name = 'ninth-bend'`,
  )
  const changing = backends.filter(({ is_changing }) => is_changing)
  process.kill(pickRandom(changing.length > 0 ? changing : backends, random).pid, 'SIGKILL')
}

async function signInAgain(shop: RunningShop): Promise<HttpClient> {
  for (const until = Date.now() + RECOVERY_TIMEOUT_MS; ; await pause(50)) {
    try {
      return await signInAsAdmin(shop.url)
    } catch (problem) {
      if (Date.now() > until) throw problem
    }
  }
}
