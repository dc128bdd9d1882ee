import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningShop } from '../running-shop.ts'
import { harmIn } from './harm.ts'
import { again, oddTries, type Tried } from './odd-forms.ts'
import { lookInto, type Look } from './shop-database.ts'

const LANES = 16

/** A shop whose PostgreSQL writes down what it refuses, which it leaves out otherwise; connections learn it when they are made. */
export async function openWatched(dataDir: string, open: (dataDir: string) => Promise<RunningShop>): Promise<RunningShop> {
  const unwatched = await open(dataDir)
  const look = lookInto(dataDir)
  await look.query(`alter database ninth_bend set log_min_messages = 'error'`)
  await look.close()
  await unwatched.stop()
  return open(dataDir)
}

/** Sends all tries that are wanted. Out: which they were, and every fault of the shop, in its answers, its log and the one of PostgreSQL. */
export async function tryOddValues(
  shop: Pick<RunningShop, 'url' | 'dataDir' | 'output'>, look: Look, parameters: readonly string[], isWanted: (name: string) => boolean,
): Promise<{ names: string[]; harms: string[] }> {
  const [names, harms]: [string[], string[]] = [[], []]
  const tries = oddTries(shop.url, look, parameters, isWanted)
  const send = async ({ name, who, method, path, headers = {}, body }: Tried) => {
    names.push(name)
    const answer = await again(() => who.copy().fetch(path, { method, headers, ...(body !== undefined && { body }) }))
    harms.push(...harmIn({ status: answer.status, headers: answer.headers, body: await answer.text() }, name))
  }
  const lane = async () => {
    for (let next = await tries.next(); !next.done; next = await tries.next()) await send(next.value)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { names, harms: [...harms, ...faultsLogged(shop)] }
}

const faultsLogged = ({ dataDir, output }: Pick<RunningShop, 'dataDir' | 'output'>): string[] => [
  ...output().split('\n').filter((line) => line.startsWith('{"level":50')).map((line) => `logged: ${line.slice(0, 300)}`),
  ...readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('\n').filter((line) => /\b(?:ERROR|FATAL|PANIC):/.test(line)).map((line) => `PostgreSQL: ${line}`),
]
