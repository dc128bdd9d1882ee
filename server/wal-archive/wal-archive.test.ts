import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.server.ts'
import { isBaseBackupDue, makeBaseBackup, removeOldBaseBackups } from './base-backup.ts'
import { restoreToTime } from './restore-to-time.ts'
import { walArchiveSettings } from './wal-archive-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-wal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const archive = join(folder, 'archive with spaces')
const source = join(folder, 'source')
const backupAges = readFileSync('db/procedures/monitoring/find_backup_ages.sql', 'utf8')

async function withClient<Result>(address: string, work: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test(
  'BACKUP-12 BACKUP-13 exactly the transactions until a time are restored, and a time beyond the archive is refused',
  { timeout: 300_000 },
  async () => {
    mkdirSync(source)
    const settings = walArchiveSettings(archive, source)
    const postgres = await startEmbeddedPostgres({ directory: source, settings })
    const commits: string[] = []
    await withClient(postgres.ownerConnectionString, async (client) => {
      await client.query('create table steps (number integer)')
      // What the function reads, without the rest of a shop.
      await client.query(
        'create role ninth_bend_worker; create table backups (made_at timestamptz, verified_at timestamptz)',
      )
      await client.query(backupAges)
      await client.query('insert into backups values (now(), now() - interval $$1 hour$$)')
      const tooEarly = new Date().toISOString()
      await makeBaseBackup(postgres.ownerConnectionString, join(source, 'postgres'), archive)
      await expect(restoreToTime(archive, join(folder, 'early'), tooEarly)).rejects.toThrow(
        / begins at .*, after /,
      )
      for (let number = 0; number < 6; number++) {
        await client.query('insert into steps values ($1)', [number])
        const { rows } = await client.query<{ at: string }>(
          `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
        )
        commits.push(rows[0]!.at)
        await pause(50)
      }
      await client.query('select pg_switch_wal()')
      await expect
        .poll(
          async () =>
            (
              await client.query<{ count: string }>(
                'select archived_count::text as count from pg_stat_archiver where last_archived_wal >= (select max(last_archived_wal) from pg_stat_archiver)',
              )
            ).rows[0]?.count,
          { timeout: 60_000 },
        )
        .not.toBe('0')
      const { rows } = await client.query<{ archive_seconds: number }>('select * from find_backup_ages()')
      expect(rows).toEqual([{ backup_seconds: expect.any(Number), archive_seconds: expect.any(Number) }])
      expect(rows[0]!.archive_seconds, 'MONITOR-6').toBeLessThan(120)
    })
    await makeBaseBackup(postgres.ownerConnectionString, join(source, 'postgres'), archive)
    expect(await isBaseBackupDue(archive, new Date())).toBe(false)
    await withClient(postgres.ownerConnectionString, (client) =>
      client.query('insert into steps (number) values (99)'),
    )
    await postgres.stop()

    const target = join(folder, 'restored')
    await restoreToTime(archive, target, commits[2]!)
    const restored = await startEmbeddedPostgres({ directory: target })
    const [rows, backups] = await withClient(restored.ownerConnectionString, async (client) => [
      (await client.query<{ number: number }>('select number from steps order by 1')).rows,
      (await client.query('select from backups')).rows,
    ])
    await restored.stop()
    expect(backups, 'BACKUP-17').toEqual([])
    expect(rows.map(({ number }) => number)).toEqual([0, 1, 2])

    const beyond = join(folder, 'beyond')
    await expect(
      restoreToTime(archive, beyond, new Date(Date.now() + 3_600_000).toISOString()),
    ).rejects.toThrow(
      /^.* does not reach .*: it ends at \d{4}-\S+Z\. Choose that time or an earlier one, or wait a minute if the archive is still written\.$/,
    )
    expect(existsSync(beyond)).toBe(false)
    await expect(restoreToTime(archive, target, commits[2]!)).rejects.toThrow('holds data already')

    const walFiles = () => readdirSync(join(archive, 'wal'))
    const before = walFiles()
    await removeOldBaseBackups(archive, 2)
    expect(readdirSync(join(archive, 'base'))).toHaveLength(2)
    await removeOldBaseBackups(archive, 1)
    expect(readdirSync(join(archive, 'base'))).toHaveLength(1)
    expect(walFiles().length).toBeGreaterThan(0)
    expect(walFiles().length).toBeLessThan(before.length)
    await expect(restoreToTime(archive, join(folder, 'removed'), commits[2]!)).rejects.toThrow(
      / begins at .*, after /,
    )
  },
)
