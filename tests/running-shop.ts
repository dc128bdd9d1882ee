import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export const ADMIN = { email: 'owner@ninthbend.example', password: 'pepper-vines-at-dawn' }
/** What `npm start` runs, with its settings for the process: they decide how much memory it takes (docs/decisions/0024). */
const NPM_START = (JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { scripts: { start: string } }).scripts.start
/** Customers of tests order oftener and more than any others; the limits have tests of their own. */
const FREQUENT_CUSTOMERS = {
  MAX_QUANTITY_PER_PRODUCT: '999', MAX_PRODUCTS_PER_ORDER: '100', MAX_QUANTITY_PER_ORDER: '99900',
  MAX_OPEN_TOTAL_UNVERIFIED: '99999999', MAX_OPEN_TOTAL_VERIFIED: '99999999',
  MAX_ORDERS_PER_HOUR_PER_ACCOUNT: '1000000', MAX_ORDERS_PER_HOUR_PER_ADDRESS: '1000000',
}
/** For `env`: the limits that a shop has by itself. */
export const AS_SHIPPED: Environment = Object.fromEntries(Object.keys(FREQUENT_CUSTOMERS).map((name) => [name, undefined]))
const OPENS_WITHIN_MILLISECONDS = 120_000

export type RunningShop = {
  url: string
  dataDir: string
  process: ChildProcess
  /** Everything the shop has written to its terminal. */
  output: () => string
  /** Once it has written that; what it writes may come later than its answer to a request. */
  said: (words: string) => Promise<void>
  /** Closes it as an owner would, and removes its data unless they were handed in. */
  stop(): Promise<void>
}

type Environment = Record<string, string | undefined>
type Start = { dataDir?: string; env?: Environment; main?: string }

/** The built shop as a process of its own, on a port and a data directory of its own. */
export async function startShop({ dataDir: given, env, main }: Start = {}): Promise<RunningShop> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'ninth-bend-shop-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const opening = openShop({
    main,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...FREQUENT_CUSTOMERS,
      ...env,
    },
  })
  const shop: RunningShop = {
    url,
    dataDir,
    ...opening,
    async stop() {
      opening.process.kill('SIGTERM')
      await opening.ended
      if (!given) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await isOpen(shop).catch(async (problem) => {
    await shop.stop()
    throw problem
  })
  return shop
}

export type Opening = ReturnType<typeof openShop>

/** Starts the shop and waits for nothing; an undefined setting is one that is not set. The shop's own start is as `npm start` does it. */
export function openShop({ env, main = 'tests/start-test-shop.ts' }: { env: Environment; main?: string | undefined }) {
  const [command, ...words] = NPM_START.endsWith(` ${main}`) ? ['sh', '-c', NPM_START] : [process.execPath, main]
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const child = spawn(command!, words, { env: { ...process.env, PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return {
    process: child,
    output: () => output,
    async said(expected: string) {
      while (!output.includes(expected)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The shop ended before it said '${expected}':\n${output}`)
        await pause(20)
      }
    },
    /** The exit code, or null when a signal ended it; everything it wrote is in `output` by then. */
    ended: once(child, 'close').then(([code]) => code as number | null),
  }
}

async function isOpen({ url, process: child, output }: RunningShop) {
  const until = Date.now() + OPENS_WITHIN_MILLISECONDS
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The shop ended while it was opening:\n${output()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    // Of several processes one may answer before the others do; the shop says when all of them are open.
    if (answer?.ok && output().includes(' is open at ')) return
    await pause(20)
  }
  throw new Error(`The shop did not open in time:\n${output()}`)
}
