import { sql, type Kysely } from 'kysely'
import { RELEASE } from './release.ts'
import type { DB } from './schema.ts'

type WriteProbe = {
  /** True on a standby, or if the database accepts no writes for another reason. */
  is_read_only: boolean
  release: number
  oldest_compatible: number
}

/** Writes and commits an empty record, as an order would: this fails if the disk of the database is full, and needs no table. */
export async function findDatabaseProblem(db: Kysely<DB>): Promise<string | null> {
  const { rows } = await sql<WriteProbe>`
    select current_setting('transaction_read_only') = 'on' as is_read_only, r.release, r.oldest_compatible,
           case when current_setting('transaction_read_only') = 'off'
                then pg_logical_emit_message(true, 'ninth_bend_readiness', '')::text end as written
      from schema_release() r`.execute(db)
  const [probe] = rows
  if (!probe || probe.release < RELEASE.number)
    return 'The database is of an older version: start this one again to apply its migrations.'
  if (probe.oldest_compatible > RELEASE.number)
    return 'The database was upgraded by a newer version, which this one cannot work with: upgrade this node.'
  return probe.is_read_only ? 'The database accepts no writes.' : null
}
