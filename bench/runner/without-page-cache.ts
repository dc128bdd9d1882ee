import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { LEASE_MS } from '#platform/page-cache/cache-node-lease.ts'

/** Longer than a freshly renewed lease. */
const LEASE_EXPIRY_WAIT_MS = LEASE_MS + 1500

/**
 * Runs `work` while no page is cached: locks the table of cache nodes, so that leases expire and each page is
 * rendered for its request (ADR-16).
 */
export async function withoutPageCache<Result>(
  connectionString: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin; lock table cache_nodes in access exclusive mode')
    await pause(LEASE_EXPIRY_WAIT_MS)
    return await work()
  } finally {
    await client.query('rollback')
    await client.end()
  }
}
