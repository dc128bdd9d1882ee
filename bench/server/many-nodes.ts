import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { openListener } from '#platform/database/connection/connect.server.ts'
import { createLoginRoles } from '#platform/database/connection/login-roles.server.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { createCacheInvalidation, type CacheInvalidation } from '#platform/page-cache/cache-invalidation.ts'
import { percentile, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'

const FLEETS = [10, 100, 500]
const CHANGES = scaled(100, 5)
const PAUSE_MS = 50
/** The number of nodes that connect at the same time. */
const GROUP = 20

export const manyNodes: Benchmark = {
  name: 'many-nodes',
  title: 'A change of a page in a fleet',
  about:
    `From the commit of a change until all nodes have acknowledged that they received it, ${CHANGES} changes for each size, each asked for by another node. ` +
    'The nodes are connections of one process, which shares the machine with PostgreSQL. The budget is 20 ms for 100 nodes and 60 ms for 500.',
  measure,
}

async function measure(): Promise<BenchmarkTable> {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-many-nodes-'))
  const postgres = await startEmbeddedPostgres({ directory, settings: { max_connections: '620' } })
  const owner = new Client({ connectionString: postgres.ownerConnectionString })
  try {
    await migrate(postgres.ownerConnectionString)
    await createLoginRoles(postgres.ownerConnectionString)
    await owner.connect()
    const rows: string[][] = []
    for (const size of FLEETS) {
      const nodes = await startNodes(size, () => openListener(postgres.poolAddresses))
      const times = await measureChanges(nodes, owner)
      rows.push([String(size), ...[50, 95].map((share) => `${percentile(times, share).toFixed(1)} ms`)])
      await Promise.all(nodes.map((node) => node.stop()))
    }
    return { columns: ['nodes', 'half within', '95 in 100 within'], rows }
  } finally {
    await owner.end()
    await postgres.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function startNodes(
  count: number,
  open: () => ReturnType<typeof openListener>,
): Promise<CacheInvalidation[]> {
  const nodes: CacheInvalidation[] = []
  while (nodes.length < count) {
    for (let one = 0; one < GROUP && nodes.length < count; one++)
      nodes.push(
        createCacheInvalidation({
          open,
          hasCacheNodes: async () => true,
          fingerprint: '',
          log: pino({ level: 'silent' }),
        }),
      )
    while (!nodes.every((node) => node.isCurrent())) await pause(20)
  }
  return nodes
}

async function measureChanges(nodes: readonly CacheInvalidation[], owner: Client): Promise<number[]> {
  const times: number[] = []
  for (let change = 0; change < CHANGES; change++) {
    const began = performance.now()
    await owner.query(`notify ninth_bend_cache_invalidations, 'product:${change}'`)
    await nodes[change % nodes.length]!.waitForAllNodes()
    times.push(performance.now() - began)
    await pause(PAUSE_MS)
  }
  return times
}
