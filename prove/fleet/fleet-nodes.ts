import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { spawnShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'

export type FleetNode = { port: number; restart(): Promise<void>; stop(): Promise<void> }
type Fleet = {
  publicUrl: string
  publicPort: number
  database: RunningShop
  nodes: FleetNode[]
  stop(): Promise<void>
}

type FleetOptions = {
  /** Environment of the second node only. */
  secondNode?: Record<string, string>
  /** Within the shop's source tree; the test fixture has no rate limits. */
  main?: string
}

/** Two nodes on the database of a third, unused shop. The proxy must listen on `publicPort`. */
export async function startFleet(
  proofContext: ProofContext,
  { secondNode = {}, main = 'tests/fixtures/shops/start-test-shop.ts' }: FleetOptions = {},
): Promise<Fleet> {
  const database = await proofContext.open()
  const publicPort = await freePort()
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const env = {
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: connectionStringOf(database.dataDir),
    SESSION_SECRET: readFileSync(join(database.dataDir, 'secret'), 'utf8').trim(),
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    // The default, because these nodes are behind load balancers.
    DRAIN_SECONDS: '5',
    MAX_ORDERS_PER_HOUR_PER_ACCOUNT: '1000000',
    MAX_ORDERS_PER_HOUR_PER_ADDRESS: '1000000',
    MAX_OPEN_TOTAL_UNVERIFIED: '99999999',
    MAX_OPEN_TOTAL_VERIFIED: '99999999',
  }
  const nodes = await Promise.all(
    [{}, secondNode].map((own) =>
      startNode(join(proofContext.tree, main), { ...env, ...own, DATA_DIR: proofContext.dataDir() }),
    ),
  )
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())))
  return { publicUrl, publicPort, database, nodes, stop }
}

async function startNode(main: string, env: Record<string, string>): Promise<FleetNode> {
  const port = await freePort()
  const spawnNode = async () => {
    const shop = spawnShop({ main, env: { ...env, PORT: String(port) } })
    await shop.waitForOutput(' is open at ')
    return shop
  }
  let running = await spawnNode()
  const end = async () => {
    running.process.kill('SIGTERM')
    await running.ended
  }
  return {
    port,
    async restart() {
      await end()
      running = await spawnNode()
    },
    stop: end,
  }
}
