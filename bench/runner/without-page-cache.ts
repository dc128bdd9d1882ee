import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { LEASE_MS } from '#server/page-cache/cache-node-lease.ts'

/** Longer than a lease that was renewed just before. */
const LEASE_EXPIRY_WAIT_MS = LEASE_MS + 1500

/**
 * Meanwhile no page is kept: the nodes cannot renew their leases, because the table that they stand in is locked, and a node
 * without a lease renders each page for whoever asks (ADR-16). Nothing in the shop knows of measurements.
 */
export async function withoutPageCache<Result>(connectionString: string, work: () => Promise<Result>): Promise<Result> {
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
