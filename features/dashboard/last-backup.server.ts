import { sql } from 'kysely'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { LastBackup } from './last-backup.ts'

export async function lastBackup(shop: ShopDependencies, admin: Actor): Promise<LastBackup> {
  requirePermission(admin, 'dashboard.read')
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<LastBackup>`select * from find_last_backup()`.execute(db),
  )
  return rows[0]!
}
