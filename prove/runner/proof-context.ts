import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

/** Large enough to miss nothing that a mutant breaks; `npm test` does even less, of the shop as it is. */
export const SHORT_SCALE = 0.01

export type RunningShopAddress = Pick<RunningShop, 'url' | 'dataDir'>

/** Where a step tries: a shop of its own, and how much of the whole proof is asked for. */
export type ProofContext = {
  /** 1 is the whole proof. */
  readonly scale: number
  /** The folder of the shop that is tried. */
  readonly tree: string
  /** So many of what the whole proof does so often, at least one (or `least`, a third of it below the short form). */
  times(whole: number, least?: number): number
  /** The shop that all steps of a part share, opened by the first that asks; nobody stops or kills this one. */
  shop(): Promise<RunningShopAddress>
  /** Into the database of the shared shop, as superuser. */
  db(): Promise<DatabaseClient>
  /** A data directory of the step's own, removed at the end. */
  dataDir(): string
  /** A shop of the step's own, or again the one of a directory, to kill and open as often as it likes. */
  open(start?: { dataDir?: string; env?: Record<string, string | undefined> }): Promise<RunningShop>
}

type ProofContextOptions = {
  scale: number
  /** What starts the shop, when it is not this tree's own. */
  main?: string
  /** A shop that runs already, for the steps to share. */
  sharedShop?: RunningShopAddress
}

export function createProofContext({ scale, main, sharedShop }: ProofContextOptions): ProofContext & { close(): Promise<void> } {
  const shops: RunningShop[] = []
  const directories: string[] = []
  let shared: Promise<RunningShopAddress> | undefined = sharedShop && Promise.resolve(sharedShop)
  let sharedDatabase: Promise<DatabaseClient> | undefined
  const proofContext: ProofContext = {
    scale,
    tree: main ? join(main, '../../../..') : join(import.meta.dirname, '../..'),
    times: (whole, least = 1) => Math.max(scale < SHORT_SCALE ? Math.ceil(least / 3) : least, Math.round(whole * scale)),
    shop: () => (shared ??= proofContext.open()),
    db: () => (sharedDatabase ??= proofContext.shop().then(({ dataDir }) => connectToShopDatabase(dataDir))),
    dataDir() {
      const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-proof-'))
      directories.push(directory)
      return directory
    },
    async open({ dataDir = proofContext.dataDir(), env } = {}) {
      const shop = await startShop({ dataDir, env: { DEMO: 'off', ...env }, ...(main && { main }) })
      shops.push(shop)
      return shop
    },
  }
  return {
    ...proofContext,
    async close() {
      await (await sharedDatabase)?.close()
      await Promise.all(shops.map((shop) => shop.stop()))
      for (const directory of directories) rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
