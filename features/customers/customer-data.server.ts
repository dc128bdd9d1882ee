import { sql } from 'kysely'
import { callProcedure, type ProcedureRefusal } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { done, refused, type Outcome } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createPersonSearch, type ErasedPerson } from './person-search.ts'

/** Everything that the database has of a customer, as JSON; null if there is no such customer. */
export async function exportCustomer(
  shop: ShopDependencies,
  actor: Actor,
  id: string,
): Promise<string | null> {
  requirePermission(actor, actor.kind === 'customer' ? 'profile.export-own' : 'customers.export')
  if (!isValidId(id)) return null
  const { rows } = await shop.db.queryAs(actor, (db) =>
    sql<{ data: object | null }>`select export_customer(${id}) as data`.execute(db),
  )
  const { data } = rows[0]!
  if (!data) return null
  const { name } = shop.identity
  return JSON.stringify(
    { shop: name, exported_at: shop.clock().toISOString(), customer_id: id, ...data },
    null,
    2,
  )
}

/**
 * Erases a customer, or the actor's own account. Emails in a folder are deleted afterwards, because a
 * transaction cannot; `mailFilesLeft`: that failed. Refused: not-found, has-open-orders.
 */
export async function eraseCustomer(
  shop: ShopDependencies,
  actor: Actor,
  id: string,
): Promise<Outcome<{ mailFilesLeft: boolean }, ProcedureRefusal<'erase_customer'>>> {
  requirePermission(actor, actor.kind === 'customer' ? 'profile.erase-own' : 'customers.erase')
  if (!isValidId(id)) return refused('not-found')
  const answer = await shop.db.queryAs(actor, (db) => callProcedure(db, 'erase_customer', { user_id: id }))
  if (!answer.ok) return answer
  return done({ mailFilesLeft: !(await deleteMailFiles(shop, answer.value)) })
}

async function deleteMailFiles({ mail, log }: ShopDependencies, erased: ErasedPerson): Promise<boolean> {
  try {
    const files = await mail.transport.deleteKept?.(createPersonSearch(erased))
    if (files) log.info({ files }, 'mails of an erased customer deleted')
    return true
  } catch (error) {
    log.error({ error }, 'the mails of an erased customer could not be deleted')
    return false
  }
}
