import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

/** Large enough to detect all mutants; `npm test` runs some steps at an even smaller scale. */
export const SHORT_SCALE = 0.01

export type RunningShopAddress = Pick<RunningShop, 'url' | 'dataDir'>

export type ProofContext = {
  /** 1 is the full proof. */
  readonly scale: number
  readonly tree: string
  /** At least `least` (a third of it below SHORT_SCALE). */
  times(whole: number, least?: number): number
  /** Shared by the steps of a proof and started on demand; steps must not stop it. */
  shop(): Promise<RunningShopAddress>
  db(): Promise<DatabaseClient>
  /** Removed at the end. */
  dataDir(): string
  open(start?: { dataDir?: string; env?: Record<string, string | undefined> }): Promise<RunningShop>
}

type ProofContextOptions = { scale: number; main?: string; sharedShop?: RunningShopAddress }

export function createProofContext({
  scale,
  main,
  sharedShop,
}: ProofContextOptions): ProofContext & { close(): Promise<void> } {
  const shops: RunningShop[] = []
  const directories: string[] = []
  let shared: Promise<RunningShopAddress> | undefined = sharedShop && Promise.resolve(sharedShop)
  let sharedDatabase: Promise<DatabaseClient> | undefined
  const proofContext: ProofContext = {
    scale,
    tree: main ? join(main, '../../../..') : join(import.meta.dirname, '../..'),
    times: (whole, least = 1) =>
      Math.max(scale < SHORT_SCALE ? Math.ceil(least / 3) : least, Math.round(whole * scale)),
    shop: () => (shared ??= proofContext.open()),
    db: () => (sharedDatabase ??= proofContext.shop().then(({ dataDir }) => connectToShopDatabase(dataDir))),
    dataDir() {
      const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-proof-'))
      directories.push(directory)
      return directory
    },
    async open({ dataDir = proofContext.dataDir(), env } = {}) {
      const shop = await startShop({
        dataDir,
        // Timing attacks measure real sign-ins.
        env: { DEMO: 'off', ACCEPT_DATA_LOSS: 'yes', REAL_PASSWORD_COST: 'yes', ...env },
        ...(main && { main }),
      })
      shops.push(shop)
      return shop
    },
  }
  return {
    ...proofContext,
    async close() {
      await (await sharedDatabase)?.close()
      await Promise.all(shops.map((shop) => shop.stop()))
      for (const directory of directories)
        rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
