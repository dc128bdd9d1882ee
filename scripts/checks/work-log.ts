import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a test waits for besides its own steps; `npm test -- slowest` prints the sums. */
export type WorkKind =
  | 'starting a shop'
  | 'starting a browser'
  | 'preparing a database cluster'
  | 'copying a database'
  | 'seeding rows'
  | 'signing in'
  | 'loading a page'
  | 'waiting for the page'
  | 'waiting on a clock'
export type WorkSeconds = { step: string; kind: WorkKind; times: number; seconds: number }

/** Names the log's folder; without it nothing is measured. */
export const WORK_LOG_VARIABLE = 'TEST_WORK_LOG'
export const STEP_VARIABLE = 'TEST_STEP'

/** One file per process, because several workers write at the same time. */
export function logWork(kind: WorkKind, milliseconds: number) {
  const folder = process.env[WORK_LOG_VARIABLE]
  if (!folder) return
  const step = process.env[STEP_VARIABLE] ?? ''
  appendFileSync(join(folder, String(process.pid)), `${JSON.stringify([step, kind, milliseconds])}\n`)
}

export async function measureWork<Value>(kind: WorkKind, work: () => Promise<Value>): Promise<Value> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    logWork(kind, performance.now() - start)
  }
}

/** The sums of all processes, largest first. */
export function readWorkLog(folder: string): WorkSeconds[] {
  const sums = new Map<string, WorkSeconds>()
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
      const [step, kind, milliseconds] = JSON.parse(line) as [string, WorkKind, number]
      const sum = sums.get(`${step}/${kind}`) ?? { step, kind, times: 0, seconds: 0 }
      sums.set(`${step}/${kind}`, {
        ...sum,
        times: sum.times + 1,
        seconds: sum.seconds + milliseconds / 1000,
      })
    }
  }
  return [...sums.values()].toSorted((one, other) => other.seconds - one.seconds)
}
