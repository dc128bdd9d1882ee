import type { ProofDefinition } from '#prove/runner/proof.ts'
import { failover } from './failover.ts'
import { nodeClocks } from './node-clocks.ts'
import { pooler } from './pooler.ts'

export const fleet: ProofDefinition = {
  name: 'fleet',
  title: 'A fleet: poolers and failover',
  about:
    'The shop on a PostgreSQL of its own, as in a fleet: behind PgBouncer, and behind HAProxy on a primary with a synchronous standby. Wrong are an acknowledged ' +
    'order that is missing or doubled, a request that a pooler makes fail, writes that come back later than 5 s after a promotion, and a log that grows with the load. ' +
    'Steps whose packages are not installed are skipped and say so. Patroni waits for the end of a lease of 20 s before it promotes. ' +
    'A full disk of the database is part of [crashes and outages](#crashes-and-outages).',
  steps: [pooler, failover, nodeClocks],
  mutants: [
    {
      guard: 'the time of the database decides',
      step: 'clocks',
      file: 'app/start/open-database.ts',
      from: 'clock: clock.now,',
      to: 'clock: () => new Date(),',
    },
  ],
}
