import type { ProofDefinition } from '#prove/runner/proof.ts'
import { failover, formerPrimary, haproxyFailover, patroniFailover } from './failover.ts'
import { nodeClocks } from './node-clocks.ts'
import { pooler } from './pooler.ts'
import { replicaReads } from './replica-reads.ts'

export const fleet: ProofDefinition = {
  name: 'fleet',
  title: 'A fleet: poolers and failover',
  about:
    'The shop on a PostgreSQL of its own, as in a fleet: behind PgBouncer, and on a primary with a synchronous standby. Wrong are an acknowledged ' +
    'order that is missing or doubled, a request that a pooler makes fail, an order on a server that is no longer the primary, writes that come back later than ' +
    '2 s after a promotion, a log that grows with the load, and a page or report from a replica that lacks what was saved before. Steps whose packages are not installed are skipped and say so. ' +
    'In the second and third step the promotion is done by the proof itself, with `pg_promote()`, in the fourth and fifth by Patroni, which waits for the end of a lease of 20 s. ' +
    'A full disk of the database is part of [crashes and outages](#crashes-and-outages).',
  steps: [pooler, failover, formerPrimary, patroniFailover, haproxyFailover, nodeClocks, replicaReads],
  mutants: [
    {
      guard: 'a page is read from the replica only once it shows the last change',
      step: 'replica',
      file: 'db/connection/replica.server.ts',
      from: 'shownChanges === changes && !isRefused()',
      to: '!isRefused()',
    },
    {
      guard: 'a report is read from the replica only if it shows all that was committed before',
      step: 'replica',
      file: 'db/connection/connect.server.ts',
      from: '(await replica.hasCaughtUp())',
      to: 'replica.isUsable()',
    },
    {
      guard: 'the time of the database decides',
      step: 'clocks',
      file: 'server/start/open-database.ts',
      from: 'clock: clock.now,',
      to: 'clock: () => new Date(),',
    },
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
