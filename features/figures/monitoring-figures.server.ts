import { sql } from 'kysely'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'

/** Counts only; `oldest_email_seconds` is 0 if none is due. */
export type MonitoringFigures = {
  emails_waiting: number
  oldest_email_seconds: number
  emails_failing: number
  emails_given_up: number
  products_on_sale: number
  products_out_of_stock: number
}
/** Null if the database user may not read it. */
export type ReplicationLag = { replica: string; lag_seconds: number | null }

export async function findMonitoringFigures({
  worker,
}: Pick<ShopDatabase, 'worker'>): Promise<MonitoringFigures> {
  const { rows } = await sql<MonitoringFigures>`
    select emails_waiting::integer, oldest_email_seconds, emails_failing::integer, emails_given_up::integer,
           products_on_sale::integer, products_out_of_stock::integer
      from find_monitoring_figures()`.execute(worker)
  return rows[0]!
}

/** Null if there is no verified backup. */
export type BackupAges = { backup_seconds: number | null }

export async function findBackupAges({ worker }: Pick<ShopDatabase, 'worker'>): Promise<BackupAges> {
  const { rows } = await sql<BackupAges>`select backup_seconds from find_backup_ages()`.execute(worker)
  return rows[0]!
}

export async function listReplicationLags({
  worker,
}: Pick<ShopDatabase, 'worker'>): Promise<ReplicationLag[]> {
  const { rows } =
    await sql<ReplicationLag>`select replica, lag_seconds from list_replication_lags()`.execute(worker)
  return rows
}
