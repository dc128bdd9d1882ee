import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import { selectAuditLog } from './audit-log-queries.server.ts'
import type { AuditLogPage, AuditLogQuery } from './audit-log-entry.ts'

const NO_FILTER: AuditLogQuery = {
  kind: null,
  who: null,
  about: null,
  search: '',
  from: null,
  to: null,
  cursor: null,
}

/** Newest first, 50 rows per page. `cursor` is the `newer` or `older` value of another page. */
export async function readAuditLog(
  shop: ShopDependencies,
  admin: Actor,
  query: Partial<AuditLogQuery> = {},
): Promise<AuditLogPage> {
  requirePermission(admin, 'audit.read')
  const filter = { ...NO_FILTER, ...query }
  return shop.db.withActor(admin, (trx) =>
    selectAuditLog(trx, { ...filter, search: stripNul(filter.search) }),
  )
}
