import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CheckCounter, ProofStep } from '#prove/runner/proof.ts'
import type { ConnectionCrowd } from './connection-crowd.ts'

const CONNECTIONS = 2000
const READERS = 800
const UNREAD_MS = 10_000
const MAX_WAIT_MS = 1000
const PROBE_INTERVAL_MS = 20

export const crowdedConnections: ProofStep = {
  name: 'crowded-connections',
  scenario: `${CONNECTIONS} connections that ask for a page at the same time, then ${READERS} that ask and never read: nobody else waits for longer than a second`,
  async runProof(proofContext, checks) {
    const { url } = await proofContext.open({ env: { LOG_LEVEL: 'error' } })
    const rounds = proofContext.times(10, 1)
    const longest = { connections: 0, readers: 0 }
    for (let round = 0; round < rounds; round += 1) {
      const connections = await longestWait(checks, { url, count: CONNECTIONS, unreadMs: null })
      const readers = await longestWait(checks, { url, count: READERS, unreadMs: UNREAD_MS })
      longest.connections = Math.max(longest.connections, connections)
      longest.readers = Math.max(longest.readers, readers)
    }
    const load = loadavg()[0]!
    for (const [kind, wait] of Object.entries(longest))
      checks.expect(
        wait < MAX_WAIT_MS || load >= cpus().length * 2,
        () => `beside the ${kind} somebody else waited for ${wait} ms`,
      )
    return (
      `${rounds} rounds; somebody else waited for at most ${longest.connections} ms beside ${CONNECTIONS} connections and ${longest.readers} ms ` +
      `beside ${READERS} readers, load ${load.toFixed(1)} on ${cpus().length} cores`
    )
  },
}

/** Measures another client's requests meanwhile, in milliseconds. */
async function longestWait(checks: CheckCounter, crowd: ConnectionCrowd): Promise<number> {
  const worker = new Worker(new URL('connection-crowd.ts', import.meta.url), { workerData: crowd })
  const state = { isOver: false }
  const ended = once(worker, 'exit').then(() => (state.isOver = true))
  let longest = 0
  for (; !state.isOver; await pause(PROBE_INTERVAL_MS)) {
    const startedAt = performance.now()
    const response = await fetch(`${crowd.url}/products?page=1`, {
      headers: { 'x-forwarded-for': '198.51.100.1' },
    }).catch(() => undefined)
    await response?.text()
    longest = Math.max(longest, performance.now() - startedAt)
    checks.expect(response?.status === 200, () => `somebody else was answered ${response?.status}`)
  }
  await ended
  return Math.round(longest)
}
