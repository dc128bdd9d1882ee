import { sql } from 'kysely'
import type { Accounts } from '#features/accounts/accounts.server.ts'
import type { ClientAddress, TooManyTries } from '#features/accounts/accounts-dependencies.server.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused, type Refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isValidSlug } from '#shop/text/slug.ts'

/**
 * Requests one email when a sold-out product is back; the result is the same if the address is on the list
 * already. Refused: not-found, in-stock, too-many-tries (this client or address).
 */
export async function requestStockAlert(
  shop: ShopDependencies,
  accounts: Pick<Accounts, 'takeStockAlertAttempt' | 'stockAlertToken'>,
  actor: Actor,
  { slug, email, client }: { slug: string; email: string; client: ClientAddress },
): Promise<Answer<'request_stock_alert'> | Refused<TooManyTries>> {
  requirePermission(actor, 'stock.request-alert')
  if (!isValidSlug(slug)) return refused('not-found')
  const retry_after_seconds = await accounts.takeStockAlertAttempt(email, client)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  return shop.db.queryAs(actor, (db) =>
    callProcedure(db, 'request_stock_alert', { slug, email, stop_token: accounts.stockAlertToken(email) }),
  )
}

/** Deletes all alerts of the address to which the token was sent, including later ones; an unknown token changes nothing. */
export async function stopStockAlerts(shop: ShopDependencies, actor: Actor, token: string): Promise<void> {
  requirePermission(actor, 'stock.request-alert')
  if (!isValidId(token)) return
  await shop.db.queryAs(actor, (db) => sql`select stop_stock_alerts(${token})`.execute(db))
}

/** Running it hourly is enough. */
export async function deleteExpiredStockAlerts({ db }: Pick<ShopDependencies, 'db'>): Promise<void> {
  await sql`select delete_expired_stock_alerts()`.execute(db.worker)
}
