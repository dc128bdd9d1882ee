import { sql } from 'kysely'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused } from '#shop/outcome.ts'
import { listedCount, pageOffset } from '#shop/paging/paging.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  CUSTOMERS_PAGE_SIZE,
  MAX_CUSTOMERS_PAGE,
  type CustomerDetail,
  type CustomerPage,
  type CustomerRow,
} from './customer.ts'

const MAX_SHOWN_ORDERS = 50

/** Excludes administrators and erased customers. */
export async function listCustomers(
  shop: ShopDependencies,
  admin: Actor,
  { search, page }: { search: string; page: number },
): Promise<CustomerPage> {
  requirePermission(admin, 'customers.read')
  const shownPage = Math.min(page, MAX_CUSTOMERS_PAGE)
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<CustomerRow>`
      select * from find_customers(${search}, ${pageOffset(shownPage, CUSTOMERS_PAGE_SIZE)}, ${CUSTOMERS_PAGE_SIZE})`.execute(
      db,
    ),
  )
  const isMore = rows.length > CUSTOMERS_PAGE_SIZE
  return {
    customers: rows.slice(0, listedCount(rows.length, isMore)),
    page: shownPage,
    isMore: isMore && shownPage < MAX_CUSTOMERS_PAGE,
  }
}

/** Null if there is no such customer. */
export async function findCustomer(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<CustomerDetail | null> {
  requirePermission(admin, 'customers.read')
  if (!isValidId(id)) return null
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<{
      customer: CustomerDetail | null
    }>`select read_customer(${id}, ${MAX_SHOWN_ORDERS}) as customer`.execute(db),
  )
  return rows[0]!.customer
}

/** Notes are never changed. Refused: not-found, note-invalid. */
export async function addCustomerNote(
  shop: ShopDependencies,
  admin: Actor,
  { id, text }: { id: string; text: string },
): Promise<Answer<'add_customer_note'>> {
  requirePermission(admin, 'customers.note')
  if (!isValidId(id)) return refused('not-found')
  return shop.db.queryAs(admin, (db) => callProcedure(db, 'add_customer_note', { user_id: id, text }))
}
