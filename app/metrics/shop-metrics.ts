import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import {
  findBackupAges,
  findMonitoringFigures,
  listReplicationLags,
  type BackupAges,
  type MonitoringFigures,
} from '#features/figures/monitoring-figures.server.ts'
import { withTimeout } from '#platform/processes/with-timeout.ts'
import { METRICS_PREFIX } from './registry.ts'

/** Prometheus gives up after 10 seconds, and would then get no metrics at all. */
const DATABASE_TIMEOUT_MS = 3_000

const FIGURES: Record<keyof MonitoringFigures, [name: string, help: string]> = {
  emails_waiting: ['outbox_emails', 'Emails that wait to be sent, now or later.'],
  oldest_email_seconds: ['outbox_oldest_email_seconds', 'Age of the oldest email that is due; 0 if none is.'],
  emails_failing: ['outbox_failing_emails', 'Emails whose last attempt failed and that are tried again.'],
  emails_given_up: ['outbox_given_up_emails', 'Emails that are not tried again; the dashboard lists them.'],
  products_on_sale: ['products_on_sale', 'Products that shoppers see.'],
  products_out_of_stock: ['products_out_of_stock', 'Products that shoppers see and cannot buy.'],
}

const AGES: Record<keyof BackupAges, [name: string, help: string]> = {
  backup_seconds: [
    'backup_age_seconds',
    'Time since the last backup that was read back; absent if there is none.',
  ],
}

/** What all processes of a node share, read on scrape. */
export function createShopMetrics(
  registry: Registry,
  { db, dataDirectory }: { db: Pick<ShopDatabase, 'worker'>; dataDirectory: string },
) {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name: METRICS_PREFIX + name, help, registers })
  const figures = Object.entries(FIGURES).map(
    ([key, [name, help]]) => [key as keyof MonitoringFigures, gauge(name, help)] as const,
  )
  const ages = Object.entries(AGES).map(
    ([key, [name, help]]) => [key as keyof BackupAges, gauge(name, help)] as const,
  )
  const databaseUp = gauge('database_up', '1 if the database answered within 3 seconds.')
  const lag = new Gauge({
    name: `${METRICS_PREFIX}replication_lag_seconds`,
    help: 'How far each replica of the database is behind.',
    labelNames: ['replica'],
    registers,
  })
  const free = gauge('data_directory_free_bytes', 'Free space where DATA_DIR is.')
  const total = gauge('data_directory_size_bytes', 'Size of the file system where DATA_DIR is.')

  async function readDatabase() {
    try {
      const reading = Promise.all([findMonitoringFigures(db), listReplicationLags(db), findBackupAges(db)])
      const read = await withTimeout(reading, DATABASE_TIMEOUT_MS)
      if (!read) throw new Error('The database does not answer.')
      const [counted, lags, backups] = read
      for (const [key, each] of figures) each.set(counted[key])
      for (const [key, each] of ages) {
        if (backups[key] === null) each.remove()
        else each.set(backups[key])
      }
      lag.reset()
      for (const { replica, lag_seconds } of lags) if (lag_seconds !== null) lag.set({ replica }, lag_seconds)
      databaseUp.set(1)
    } catch {
      // Stale figures would look current.
      for (const [, each] of [...figures, ...ages]) each.remove()
      lag.reset()
      databaseUp.set(0)
    }
  }

  async function readDisk() {
    const { bavail, blocks, bsize } = await statfs(dataDirectory)
    free.set(bavail * bsize)
    total.set(blocks * bsize)
  }

  return {
    async read() {
      await Promise.all([
        readDatabase(),
        readDisk().catch(() => {
          free.remove()
          total.remove()
        }),
      ])
    },
  }
}
