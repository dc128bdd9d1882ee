import type { ProofDefinition } from '#prove/runner/proof.ts'
import { failover, formerPrimary } from './failover.ts'
import { pooler } from './pooler.ts'

export const fleet: ProofDefinition = {
  name: 'fleet',
  title: 'A fleet: poolers and failover',
  about:
    'The shop on a PostgreSQL of its own, as in a fleet: behind PgBouncer, and on a primary with a synchronous standby. Wrong are an acknowledged ' +
    'order that is missing or doubled, a request that a pooler makes fail, an order on a server that is no longer the primary, writes that come back later than ' +
    '2 s after a promotion, and a log that grows with the load. Steps whose packages are not installed are skipped and say so. ' +
    'The promotion is done by the proof itself, with `pg_promote()`, where Patroni would do it.',
  steps: [pooler, failover, formerPrimary],
  mutants: [
    {
      guard: 'after a failover the other hosts are asked',
      step: 'failover',
      file: 'db/connection/primary-host.server.ts',
      from: 'current = primary.host',
      to: 'current = hosts[0]!',
    },
    {
      guard: 'a primary of an older timeline gets no writes',
      step: 'former-primary',
      file: 'db/connection/primary-host.server.ts',
      from: `is_writable && (timeline ?? '') >= newestTimeline`,
      to: 'is_writable || timeline === newestTimeline',
    },
  ],
}
