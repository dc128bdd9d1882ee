import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimDueMails, markMailFailed, markMailSent } from '#features/mail/outbox/outbox-queries.server.ts'
import { listReplicationLags } from '#features/figures/monitoring-figures.server.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createMetrics, formatMetrics } from './metrics.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function read(metrics: ReturnType<typeof createMetrics>): Promise<Record<string, number>> {
  const lines = (await formatMetrics([await metrics.collect()])).matchAll(
    /^ninth_bend_(\w+)\{process="only"\} (\S+)$/gm,
  )
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]))
}
const watch = () => {
  const metrics = createMetrics('only')
  metrics.watchShop({ db: database.db, dataDirectory: '/' })
  return metrics
}
async function queueEmail({
  minutesAgo = 0,
  minutesLater = 0,
}: {
  minutesAgo?: number
  minutesLater?: number
}) {
  await database.query(
    `insert into outbox (kind, dedupe_key, recipient, created_at, available_at)
     values ('password-changed', gen_random_uuid(), 'priya@post.example', now() - make_interval(mins => $1), now() + make_interval(mins => $2))`,
    [minutesAgo, minutesLater],
  )
}
const claimOne = async () =>
  (await claimDueMails(database.db.worker, { limit: 1, leaseSeconds: 45, host: 'shop.example' }))[0]!

test('MONITOR-6 emails that wait, fail or were given up are counted, with the age of the oldest that is due', async () => {
  const metrics = watch()
  expect(await read(metrics)).toMatchObject({
    outbox_emails: 0,
    outbox_oldest_email_seconds: 0,
    database_up: 1,
  })
  await queueEmail({ minutesAgo: 60 })
  await markMailSent(database.db.worker, await claimOne(), [])
  await queueEmail({ minutesAgo: 30 })
  await markMailFailed(database.db.worker, await claimOne(), { error: 'no such user', retryInSeconds: null })
  await queueEmail({ minutesAgo: 20 })
  await markMailFailed(database.db.worker, await claimOne(), { error: 'refused', retryInSeconds: 600 })
  await queueEmail({ minutesAgo: 50, minutesLater: 5 })
  await queueEmail({ minutesAgo: 10 })
  const figures = await read(metrics)
  expect(figures).toMatchObject({ outbox_emails: 3, outbox_failing_emails: 1, outbox_given_up_emails: 1 })
  // The failed email, not the older one that is scheduled for later.
  expect(figures['outbox_oldest_email_seconds']).toBeGreaterThanOrEqual(1200)
  expect(figures['outbox_oldest_email_seconds']).toBeLessThan(1300)
})

test('MONITOR-6 products that shoppers see and cannot buy are counted, and the disk is read', async () => {
  await insertProduct(database, { stock: 5 })
  await insertProduct(database, { stock: 0 })
  const hidden = await insertProduct(database, { stock: 0 })
  await database.query('update products set is_active = false where id = $1', [hidden.id])
  const figures = await read(watch())
  expect(figures).toMatchObject({ products_on_sale: 2, products_out_of_stock: 1 })
  expect(figures['data_directory_free_bytes']).toBeGreaterThan(0)
  expect(figures['data_directory_free_bytes']).toBeLessThan(figures['data_directory_size_bytes']!)
})

test('MONITOR-6 the age of the last backup that was read back is a metric, which is missing without a backup', async () => {
  const metrics = watch()
  const none = await read(metrics)
  expect(none).not.toHaveProperty('backup_age_seconds')
  const insert = (hours: number, isVerified: boolean) =>
    database.query(
      `insert into backups (made_at, location, bytes, row_count, picture_count, is_encrypted, verified_at, problem)
       values (now() - make_interval(hours => $1), 'here', 1, 0, 0, false, case when $2 then now() end, case when $2 then null else 'full' end)`,
      [hours, isVerified],
    )
  await insert(30, true)
  await insert(40, true)
  await insert(1, false)
  const age = (await read(metrics))['backup_age_seconds']
  expect(age).toBeGreaterThanOrEqual(30 * 3600)
  expect(age).toBeLessThan(30 * 3600 + 60)
})

test('MONITOR-6 without replicas no lag is reported, and nobody but the worker may ask', async () => {
  expect(await listReplicationLags(database.db)).toEqual([])
  for (const procedure of ['find_monitoring_figures', 'list_replication_lags', 'find_backup_ages'])
    await expect(listReplicationLags({ worker: database.db.visitor }), procedure).rejects.toThrow(
      'permission denied',
    )
})

test('MONITOR-6 without the database it says so, and reports no old figures', async () => {
  const metrics = watch()
  expect(await read(metrics)).toHaveProperty('outbox_emails')
  await database.query('alter table outbox rename to gone_for_a_moment')
  try {
    const figures = await read(metrics)
    expect(figures['database_up']).toBe(0)
    for (const name of ['outbox_emails', 'products_on_sale']) expect(figures).not.toHaveProperty(name)
    expect(figures).toHaveProperty('data_directory_free_bytes')
  } finally {
    await database.query('alter table gone_for_a_moment rename to outbox')
  }
  expect(await read(metrics)).toMatchObject({ database_up: 1 })
})

test('MONITOR-6 connections of the pools are counted', async () => {
  const metrics = createMetrics('only')
  metrics.watchPools(database.db)
  const text = await formatMetrics([await metrics.collect()])
  expect(text).toMatch(/^ninth_bend_database_connections_open\{pool="worker",process="only"\} [1-4]$/m)
  expect(text).toContain('ninth_bend_database_connections_max{pool="acting",process="only"} 12\n')
})
