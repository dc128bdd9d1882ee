import { databaseOutage } from './database-outage.ts'
import { fullDisk } from './full-disk.ts'
import { killedImports, killedPriceChanges } from './killed-catalogue-changes.ts'
import { killedProcesses } from './killed-processes.ts'
import { killedRecalls } from './killed-recalls.ts'
import { killedStockChanges } from './killed-stock-changes.ts'
import { clockJumps, mailServerOutage, storageOutage } from './service-outages.ts'
import { killedChangeMutants } from './killed-change-mutants.ts'
import type { ProofDefinition } from '#prove/runner/proof.ts'

export const crashes: ProofDefinition = {
  name: 'crashes',
  title: 'Crashes and outages',
  about:
    'The shop with its own PostgreSQL and default settings, under a load of orders. Wrong are an acknowledged order that is missing, ' +
    'incomplete or doubled, a large change of the owner that is done or recorded in part or twice, an email that is never sent, a request without a response of the shop, and a shop that must be restarted by hand. ' +
    'Found by it and fixed: a page that queried a silent database was never answered; after a clock had run ahead for a moment, ' +
    'users could not sign in for as long; and PostgreSQL did not start if another process, or a zombie, had the PID in the lock of its socket. The full disk is a small tmpfs, where this user may mount one. A disk under PostgreSQL cannot ' +
    'become read-only while it writes, so the folders of pictures and emails become unavailable instead. The clock of the database is not changed.',
  steps: [
    killedProcesses,
    killedStockChanges,
    killedPriceChanges,
    killedImports,
    killedRecalls,
    fullDisk,
    databaseOutage,
    mailServerOutage,
    storageOutage,
    clockJumps,
  ],
  mutants: [
    {
      guard: 'an order is on disk before it is acknowledged',
      step: 'kills',
      file: 'platform/database/embedded-postgres/embedded-postgres.server.ts',
      from: `max_connections: '100',`,
      to: `max_connections: '100', synchronous_commit: 'off', wal_writer_delay: '10s',`,
    },
    {
      guard: 'a repeated request returns the same order',
      step: 'database',
      file: 'features/checkout/sql/read_order_limits.sql',
      from: 'where k.user_id = attempt.user_id and k.key = attempt.key',
      to: 'where false',
    },
    {
      guard: 'an email is marked as sent only after it was sent',
      step: 'mail-server',
      file: 'features/mail/worker/mail-worker.server.ts',
      from: 'await rejectOnAbort(send(mail, signal), signal)',
      to: 'await markMailSent(templateContext.db, mail, secretPayloadFields(mail.kind)); await rejectOnAbort(send(mail, signal), signal)',
    },
    {
      guard: 'a query to an unresponsive database times out',
      step: 'database',
      file: 'platform/database/connection/connect.server.ts',
      from: 'stream.setTimeout(milliseconds)',
      to: 'stream.setTimeout(0)',
    },
    {
      guard: 'the time of the database decides',
      step: 'clock',
      file: 'app/start/open-database.ts',
      from: 'clock: clock.now,',
      to: 'clock: () => new Date(),',
    },
    ...killedChangeMutants,
  ],
}
