import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#platform/database/schema.ts'
import { PAYMENT_METHODS } from '#shop/constants.ts'
import { DELIVERY_SERVICES } from '#shop/delivery/delivery-rates.ts'
import { ORDER_STATUSES } from '#features/orders/order-status.ts'
import { CARRIER_CODES } from '#features/orders/tracking/carriers.ts'
import type { OrderUpdateEmailData } from './order-update-emails.ts'

const paymentMethod = z.enum(PAYMENT_METHODS)
const orderStatus = z.enum(ORDER_STATUSES)
const deliveryService = z.enum(DELIVERY_SERVICES)
const carrier = z.enum(CARRIER_CODES).nullable()
const addressShape = z.object({
  full_name: z.string(),
  phone: z.string(),
  address: z.string(),
  post_code: z.string(),
  city: z.string(),
  country: z.string(),
  email: z.string().optional(),
})

export async function readOrderEmailData(
  db: Kysely<DB>,
  orderId: string,
): Promise<Omit<OrderUpdateEmailData, 'email'> & { email: string | null }> {
  const order = await db
    .selectFrom('orders')
    .leftJoin('user_profiles', 'user_profiles.user_id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.status',
      'orders.total_amount',
      'orders.delivery_service',
      'orders.delivery_rate',
      'orders.delivery_charge',
      'orders.shipping_address',
      'orders.payment_method',
      'orders.created_at',
      'orders.estimated_delivery',
      'orders.actual_delivery',
      'orders.carrier',
      'orders.tracking_number',
      'user_profiles.email',
    ])
    .select((row) => [
      row
        .exists(row.selectFrom('phone_orders').whereRef('phone_orders.order_id', '=', 'orders.id'))
        .as('is_by_phone'),
      sql<boolean>`has_account(orders.user_id)`.as('has_account'),
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order) throw new Error(`There is no order ${orderId}.`)
  const items = await db
    .selectFrom('order_items')
    .select(['product_name', 'net_weight', 'allergy_advice', 'quantity', 'price', 'subtotal'])
    .where('order_id', '=', orderId)
    .orderBy('line_number')
    .execute()
  const shipping_address = addressShape.parse(order.shipping_address)
  return {
    ...order,
    status: orderStatus.parse(order.status),
    delivery_service: deliveryService.parse(order.delivery_service),
    carrier: carrier.parse(order.carrier),
    payment_method: paymentMethod.parse(order.payment_method),
    shipping_address,
    by_phone: order.is_by_phone ? { has_account: order.has_account } : null,
    email: order.email ?? shipping_address.email ?? null,
    items,
  }
}
