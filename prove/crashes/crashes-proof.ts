import { databaseOutage } from './database-outage.ts'
import { fullDisk } from './full-disk.ts'
import { killedProcesses } from './killed-processes.ts'
import { clockJumps, mailServerOutage, storageOutage } from './service-outages.ts'
import type { ProofDefinition } from '#prove/runner/proof.ts'

export const crashes: ProofDefinition = {
  name: 'crashes',
  title: 'What breaks under the shop while people order',
  about:
    'The shop as it runs, with its own PostgreSQL and its safe settings, under a load of orders. A wrong answer is an order that ' +
    'was acknowledged and is not there, one that is half there or there twice, a mail that never comes, a request without an answer in the shop’s own ' +
    'words, or a shop that has to be started again by hand. ' +
    'Found by it and mended: a page that asked a silent database was never answered; and what a clock counted that ran ahead for a moment ' +
    'kept people from signing in for as long as it had. The disk is a small one in memory (tmpfs), where this user may mount one; a read-only disk ' +
    'under PostgreSQL cannot be had while it writes, so the folders of pictures and mails are taken away instead. The database’s own clock stays.',
  steps: [killedProcesses, fullDisk, databaseOutage, mailServerOutage, storageOutage, clockJumps],
  mutants: [
    {
      guard: 'an order is on disk before it is acknowledged',
      step: 'kills',
      file: 'db/embedded-postgres/embedded-postgres.server.ts',
      from: `max_connections: '100',`,
      to: `max_connections: '100', synchronous_commit: 'off', wal_writer_delay: '10s',`,
    },
    {
      guard: 'a submit that is sent again is the same order',
      step: 'database',
      file: 'db/procedures/checkout/place_orders.sql',
      from: 'where k.user_id = attempt.user_id and k.key = attempt.key',
      to: 'where false',
    },
    {
      guard: 'a mail counts as sent only once it was',
      step: 'mail-server',
      file: 'server/mail/mail-worker.ts',
      from: 'await rejectOnAbort(send(mail, signal), signal)',
      to: 'await markMailSent(templateContext.db, mail, secretPayloadFields(mail.kind)); await rejectOnAbort(send(mail, signal), signal)',
    },
    {
      guard: 'a database that has fallen silent is given up',
      step: 'database',
      file: 'db/connection/connect.server.ts',
      from: 'stream.setTimeout(milliseconds)',
      to: 'stream.setTimeout(0)',
    },
    {
      guard: 'what a clock counted that ran ahead keeps nobody out',
      step: 'clock',
      file: 'shop/accounts/rate-limits/rate-limiter.server.ts',
      from: 'case when known.used_until >',
      to: 'case when false and known.used_until >',
    },
  ],
}
