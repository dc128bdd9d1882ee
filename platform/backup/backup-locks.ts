import type { Client } from 'pg'
import { PICTURE_REMOVAL_LOCK } from '#platform/picture-store/picture-store.server.ts'
import { BackupError } from './backup-error.ts'

const BACKUP_LOCK = 9_2026_1122
/** A removal of one picture takes as long as the store needs. */
const REMOVAL_TIMEOUT = '60s'

/** Held until the connection ends: one backup at a time, and removed pictures keep their files. */
export async function lockForBackup(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
    BACKUP_LOCK,
  ])
  if (!rows[0]?.is_mine)
    throw new BackupError('Another backup of this shop is running. Wait until it has ended.')
  await client.query(`set lock_timeout = '${REMOVAL_TIMEOUT}'`)
  await client.query('select pg_advisory_lock($1)', [PICTURE_REMOVAL_LOCK])
  await client.query('set lock_timeout = 0')
}
