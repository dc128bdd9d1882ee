import { Client } from 'pg'

type BackupRecord = {
  made_at: Date
  location: string
  is_encrypted: boolean
  bytes?: number
  row_count?: number
  picture_count?: number
  missing_pictures?: number
  verified_at?: Date
  problem?: string
}

const COLUMNS = [
  'made_at',
  'location',
  'is_encrypted',
  'bytes',
  'row_count',
  'picture_count',
  'missing_pictures',
  'verified_at',
  'problem',
] as const

/** Records it for the dashboard. A database of an older version has no such table. */
export async function recordBackup(address: string, record: BackupRecord): Promise<void> {
  const client = new Client({ connectionString: address })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('public.backups') is not null as exists`,
    )
    if (!rows[0]?.exists) return
    const parameters = COLUMNS.map((_, index) => `$${index + 1}`)
    await client.query(
      `insert into public.backups (${COLUMNS.join(', ')}) values (${parameters.join(', ')})`,
      COLUMNS.map((column) => record[column] ?? null),
    )
  } finally {
    await client.end()
  }
}
