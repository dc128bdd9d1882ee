import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DB } from '#platform/database/schema.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import type { PlacedOrder } from './placed-order.ts'

/** Row level security (platform/database/policies.sql) decides which keys are visible. */
export const selectPlacedOrder = (
  db: Kysely<DB>,
  userId: string,
  key: string,
): Promise<PlacedOrder | undefined> =>
  db
    .selectFrom('idempotency_keys as submit')
    .innerJoin('orders', 'orders.id', 'submit.order_id')
    .where('submit.user_id', '=', userId)
    .where('submit.key', '=', key)
    .select((attempt) => [
      'submit.order_id',
      attempt.ref('orders.status').$castTo<OrderStatus>().as('status'),
      jsonArrayFrom(
        attempt
          .selectFrom('order_items as item')
          .whereRef('item.order_id', '=', 'submit.order_id')
          .select(['item.product_id', 'item.quantity'])
          .orderBy('item.line_number'),
      ).as('items'),
    ])
    .executeTakeFirst()
