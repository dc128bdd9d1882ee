import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { withoutNul } from '#shop/text/strip-nul.ts'
import { selectRecord } from './audit-log-queries.server.ts'
import type { RecordPage, RecordQuery } from './audit-log-entry.ts'

const ALL: RecordQuery = { kind: null, who: null, about: null, search: '', from: null, to: null, beside: null }

/**
 * Everything on record, newest first, 50 rows a page: who came in, was sent away or was made an administrator; what was
 * changed in the catalogue, its prices and its stock; what happened to orders. `beside` is the `newer` or `older` of a page.
 */
export async function readRecord(shop: Shop, admin: Actor, query: Partial<RecordQuery> = {}): Promise<RecordPage> {
  requirePermission(admin, 'audit.read')
  const wanted = { ...ALL, ...query }
  return shop.db.as(admin, (trx) => selectRecord(trx, { ...wanted, search: withoutNul(wanted.search) }))
}
