import { sql } from 'kysely'
import { expect } from 'vitest'
import { CHECKOUT } from '#db/acting.server.ts'
import type { Customer } from '#shop/permissions.ts'
import { anAddress, type Answer } from './arrange.ts'
import type { TestDatabase } from './database.ts'

/** One of the submits that are placed by one call: sound, unless a test says otherwise. */
export const aSubmit = (customer: Pick<Customer, 'userId'>, lines: unknown, changes: Record<string, unknown> = {}) => ({
  user_id: customer.userId as string | null,
  idempotency_key: crypto.randomUUID() as string | null,
  lines,
  shipping_address: anAddress as unknown,
  payment_method: 'cod' as string | null,
  ...changes,
})
export type SentTogether = ReturnType<typeof aSubmit>

/** Places several people's submits by one call, as the shop's till does. */
export async function placeTogether({ db }: Pick<TestDatabase, 'db'>, submits: readonly SentTogether[]): Promise<Answer[]> {
  const { rows } = await db.once(CHECKOUT, (one) =>
    sql<{ answers: Answer[] }>`select place_orders(${JSON.stringify(submits)}) as answers`.execute(one))
  return rows[0]!.answers
}

/** The ledger of a product, as it was written. */
export const ledgerOf = (database: Pick<TestDatabase, 'query'>, product: { id: string }) =>
  database.query<{ quantity_change: number; stock_after: number; order_id: string | null }>(
    'select quantity_change, stock_after, order_id from inventory_adjustments where product_id = $1 order by id', [product.id])

/** What somebody is answered whose order was placed. */
export const placed = (total_amount: unknown = expect.any(Number)) => ({ ok: true, value: { order_id: expect.any(String), total_amount, status: 'pending', repeated: false } })
