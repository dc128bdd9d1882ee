import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { DB } from '#platform/database/schema.ts'
import type { RecalledPieces } from '#features/stock/recalls/recall.ts'
import { listedCount, pageCount, clampPage, pageOffset } from '#shop/paging/paging.ts'
import { PAGE_SIZE } from '#shop/constants.ts'
import { hasNotesQuery, notesQuery } from './notes/order-note-queries.server.ts'
import { isOldestFirst, type OrderFilter } from './order-filter.ts'
import type { AnyOrderDetail, AnyOrderRow, OrderReceipt, OrderSummary } from './order.ts'

const UNPRICED_COLUMNS = [
  'orders.id',
  'orders.status',
  'orders.payment_method',
  'orders.created_at',
  'orders.estimated_delivery',
  'orders.actual_delivery',
  'orders.carrier',
  'orders.tracking_number',
  'orders.delivery_service',
  'orders.dispatch_day',
] as const
const DELIVERY_AMOUNTS = ['delivery_rate', 'delivery_free_over', 'delivery_charge'] as const
const SUMMARY_COLUMNS = [
  ...UNPRICED_COLUMNS,
  'orders.shipping_address',
  'orders.door_payment',
  'orders.total_amount',
  ...DELIVERY_AMOUNTS,
] as const
const BY_DEADLINE = sql`dispatch_order(orders.created_at, orders.dispatch_day)`
/** Replaces a column that packers may not read. */
const noAmount = sql<null>`null::numeric`
const noEmail = sql<null>`null::text`

const ADDRESS_FIELDS = ['full_name', 'phone', 'post_code', 'city', 'country'] as const

const isOwnAddressVerified = sql<boolean>`is_own_email_verified()`
const isConfirmationWaiting = sql<boolean>`is_own_confirmation_held()`

export async function selectOwnOrders(trx: Transaction<DB>, userId: string, page: number) {
  const { total, isAddressVerified, isConfirmationHeld } = await trx
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .select((orders) => [
      orders.fn.countAll<number>().as('total'),
      isOwnAddressVerified.as('isAddressVerified'),
      isConfirmationWaiting.as('isConfirmationHeld'),
    ])
    .executeTakeFirstOrThrow()
  const totalPages = pageCount(total, PAGE_SIZE.customerOrders)
  const currentPage = clampPage(page, totalPages)
  const orders = await trx
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .select(SUMMARY_COLUMNS)
    .select((order) => [itemsQuery(order), cancellationQuery(order), refundsQuery(order)])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(PAGE_SIZE.customerOrders)
    .offset(pageOffset(currentPage, PAGE_SIZE.customerOrders))
    .$castTo<OrderSummary>()
    .execute()
  return { orders, page: currentPage, pageCount: totalPages, total, isAddressVerified, isConfirmationHeld }
}

/** One order of a customer with its history; reads only columns that customers may read. */
export async function selectOwnOrder(
  db: Kysely<DB>,
  userId: string,
  id: string,
): Promise<OrderReceipt | null> {
  const found = await db
    .selectFrom('orders')
    .where('orders.id', '=', id)
    .where('user_id', '=', userId)
    .select(SUMMARY_COLUMNS)
    .select((order) => [
      itemsQuery(order),
      cancellationQuery(order),
      refundsQuery(order),
      isOwnAddressVerified.as('is_address_verified'),
      jsonArrayFrom(
        order
          .selectFrom('order_history as past')
          .whereRef('past.order_id', '=', 'orders.id')
          // Customers do not see transitions that were undone.
          .where('past.event', 'not in', ['undone', 'payment-recorded'])
          .where(({ not, exists, selectFrom, ref }) =>
            not(
              exists(
                selectFrom('order_history as undo')
                  .whereRef('undo.order_id', '=', 'past.order_id')
                  .where('undo.event', '=', 'undone')
                  .whereRef('undo.from_status', '=', 'past.to_status')
                  .where('undo.undo_count', '=', sql<number>`${ref('past.undo_count')} + 1`),
              ),
            ),
          )
          .select([
            'past.id',
            'past.at',
            'past.event',
            'past.actor_kind',
            'past.to_status',
            'past.customer_note',
          ])
          .orderBy('past.id'),
      ).as('history'),
    ])
    .$castTo<OrderReceipt>()
    .executeTakeFirst()
  return found ?? null
}

/** Times are PostgreSQL text, because a Date would round them. */
type FoundOrderPage = {
  order_ids: string[]
  page: number
  total: number
  is_more: boolean
  newest: string | null
  oldest: string | null
}

type ReadableParts = { withAmounts: boolean; withEmails: boolean; withAllNotes: boolean }

/** One page of the orders that match search and filter, in the filter's order. */
export async function selectOrders(
  trx: Transaction<DB>,
  {
    search,
    status,
    page,
    withAmounts,
    withEmails,
    withAllNotes,
  }: { search: string; status: OrderFilter | null; page: number } & ReadableParts,
) {
  const { rows } = await sql<FoundOrderPage>`
    select order_ids, page, total, is_more, newest::text, oldest::text from find_orders(${search}, ${status}, ${page}, ${PAGE_SIZE.adminOrders})`.execute(
    trx,
  )
  const found = rows[0] ?? { order_ids: [], page: 1, total: 0, is_more: false, newest: null, oldest: null }
  const { page: currentPage, is_more: isMore } = found
  const total = listedCount(found.total, isMore)
  const ids = found.order_ids.slice(0, total - pageOffset(currentPage, PAGE_SIZE.adminOrders))
  const orders = await trx
    .selectFrom('orders')
    .where('orders.id', '=', sql<string>`any (${ids}::uuid[])`)
    .$if(found.newest !== null, (order) =>
      order.where(sql<boolean>`orders.created_at between ${found.oldest} and ${found.newest}`),
    )
    .select(['orders.id', 'orders.status', 'orders.payment_method', 'orders.created_at'])
    .select(['orders.estimated_delivery', 'orders.actual_delivery'])
    .select(['orders.delivery_service', 'orders.dispatch_day'])
    .select((order) => [
      withAmounts ? order.ref('orders.total_amount').as('total_amount') : noAmount.as('total_amount'),
      ...ADDRESS_FIELDS.map((field) => sql<string>`shipping_address ->> ${sql.lit(field)}`.as(field)),
      withEmails ? sql<string | null>`shipping_address ->> 'email'`.as('email') : noEmail.as('email'),
      order
        .selectFrom('order_items')
        .whereRef('order_items.order_id', '=', 'orders.id')
        .select((item) => item.fn.sum<number>('quantity').as('quantity'))
        .as('item_count'),
      hasNotesQuery(order, { withAllNotes }),
      // Independent of the row, so that it is read once.
      sql<boolean>`orders.id = any (array(select order_id from find_recalled_pieces(${ids}::uuid[])))`.as(
        'has_recalled',
      ),
    ])
    .orderBy(isOldestFirst(status) ? BY_DEADLINE : 'created_at', isOldestFirst(status) ? 'asc' : 'desc')
    .orderBy('id', isOldestFirst(status) ? 'desc' : 'asc')
    .$castTo<AnyOrderRow>()
    .execute()
  return { orders, page: currentPage, pageCount: pageCount(total, PAGE_SIZE.adminOrders), total, isMore }
}

export type AdjacentOrders = { previous_id: string | null; next_id: string | null }

export async function selectAdjacentOrders(
  db: Kysely<DB>,
  id: string,
  search: string,
  status: OrderFilter | null,
) {
  const { rows } = await sql<AdjacentOrders>`
    select previous_id, next_id from find_order_neighbours(${id}, ${search}, ${status})`.execute(db)
  return rows[0] ?? { previous_id: null, next_id: null }
}

export async function selectOrder(
  db: Kysely<DB>,
  id: string,
  { withAmounts, withEmails, withAllNotes }: ReadableParts,
): Promise<(AnyOrderDetail & { recalled: RecalledPieces[] }) | null> {
  const found = await db
    .selectFrom('orders')
    .where('orders.id', '=', id)
    .select(UNPRICED_COLUMNS)
    .select(['orders.user_id', 'orders.updated_at', 'orders.version'])
    .select((order) => [
      withEmails
        ? order.ref('orders.shipping_address').as('shipping_address')
        : sql`orders.shipping_address - 'email'`.as('shipping_address'),
      withAmounts ? order.ref('orders.total_amount').as('total_amount') : noAmount.as('total_amount'),
      ...DELIVERY_AMOUNTS.map((column) => (withAmounts ? order.ref(column).as(column) : noAmount.as(column))),
      withAmounts ? itemsQuery(order) : unpricedItemsQuery(order),
      cancellationQuery(order),
      withAmounts
        ? order.ref('orders.door_payment').as('door_payment')
        : sql<null>`null::text`.as('door_payment'),
      withAmounts ? refundDetailsQuery(order) : sql<never[]>`'[]'::jsonb`.as('refunds'),
      jsonObjectFrom(
        order
          .selectFrom('user_profiles as profile')
          .whereRef('profile.user_id', '=', 'orders.user_id')
          .select(['profile.full_name', 'profile.phone'])
          .select((profile) => [withEmails ? profile.ref('profile.email').as('email') : noEmail.as('email')]),
      ).as('profile'),
      jsonArrayFrom(
        order
          .selectFrom('order_history as past')
          .whereRef('past.order_id', '=', 'orders.id')
          .leftJoin('user_profiles as actor', 'actor.user_id', 'past.actor_id')
          .select([
            'past.id',
            'past.at',
            'past.event',
            'past.actor_kind',
            'past.from_status',
            'past.to_status',
            'past.reason',
            'past.note',
            'past.customer_note',
          ])
          .select((historyEntry) => [
            withEmails
              ? historyEntry.fn.coalesce('actor.full_name', 'actor.email').as('actor_name')
              : historyEntry.ref('actor.full_name').as('actor_name'),
          ])
          // The history of edits contains totals.
          .select((historyEntry) =>
            withAmounts
              ? historyEntry.ref('past.details').as('details')
              : sql<null>`null::jsonb`.as('details'),
          )
          .orderBy('past.id'),
      ).as('history'),
      notesQuery(order, { withEmails, withAllNotes }),
      sql`find_undone_tracking(orders.id)`.as('undone_tracking'),
      sql`(select coalesce(json_agg(pieces), '[]') from find_recalled_pieces(array[orders.id]) pieces)`.as(
        'recalled',
      ),
    ])
    .$castTo<AnyOrderDetail & { recalled: RecalledPieces[] }>()
    .executeTakeFirst()
  return found ?? null
}

/** Items as sold, with the picture of that time, or the current one if it was replaced. */
function itemsQuery(order: ExpressionBuilder<DB, 'orders'>) {
  return jsonArrayFrom(
    order
      .selectFrom('order_items as item')
      .whereRef('item.order_id', '=', 'orders.id')
      .leftJoin('products as product', (join) =>
        join.onRef('product.id', '=', 'item.product_id').on('product.is_active', '=', true),
      )
      .select([
        'item.id',
        'item.product_id',
        'item.product_name',
        'item.net_weight',
        'item.allergy_advice',
        'item.quantity',
        'item.price',
        'item.subtotal',
        'product.slug',
      ])
      .select((item) =>
        jsonObjectFrom(
          item
            .selectFrom('pictures as picture')
            .where((picture) =>
              picture.or([
                picture('picture.image_url', '=', picture.ref('item.image_url')),
                picture('picture.image_url', '=', picture.ref('product.image_url')),
              ]),
            )
            .select([
              'picture.image_url',
              'picture.width',
              'picture.height',
              'picture.widths',
              'picture.placeholder',
            ])
            .orderBy((picture) => picture('picture.image_url', '=', picture.ref('item.image_url')), 'desc')
            .limit(1),
        ).as('picture'),
      )
      .orderBy('item.line_number'),
  ).as('items')
}

/** Without prices and without current catalogue data. */
function unpricedItemsQuery(order: ExpressionBuilder<DB, 'orders'>) {
  return jsonArrayFrom(
    order
      .selectFrom('order_items as item')
      .whereRef('item.order_id', '=', 'orders.id')
      .select([
        'item.id',
        'item.product_id',
        'item.product_name',
        'item.net_weight',
        'item.allergy_advice',
        'item.quantity',
      ])
      .select((item) => [
        noAmount.as('price'),
        noAmount.as('subtotal'),
        sql<null>`null::text`.as('slug'),
        jsonObjectFrom(
          item
            .selectFrom('pictures as picture')
            .whereRef('picture.image_url', '=', 'item.image_url')
            .select([
              'picture.image_url',
              'picture.width',
              'picture.height',
              'picture.widths',
              'picture.placeholder',
            ]),
        ).as('picture'),
      ])
      .orderBy('item.line_number'),
  ).as('items')
}

const refundLines = (refund: ExpressionBuilder<DB & { refund: DB['refunds'] }, 'refund'>) =>
  jsonArrayFrom(
    refund
      .selectFrom('refund_lines as line')
      .innerJoin('order_items as item', 'item.id', 'line.order_item_id')
      .whereRef('line.refund_id', '=', 'refund.id')
      .select(['line.order_item_id', 'line.quantity', 'line.amount'])
      .orderBy('item.line_number'),
  ).as('lines')

const selectRefunds = (order: ExpressionBuilder<DB, 'orders'>) =>
  order
    .selectFrom('refunds as refund')
    .whereRef('refund.order_id', '=', 'orders.id')
    .select(['refund.id', 'refund.at', 'refund.amount', 'refund.delivery_amount', 'refund.method'])
    .select(refundLines)
    .orderBy('refund.at')
    .orderBy('refund.id')

/** Reads only columns that customers may read. */
const refundsQuery = (order: ExpressionBuilder<DB, 'orders'>) =>
  jsonArrayFrom(selectRefunds(order)).as('refunds')

const refundDetailsQuery = (order: ExpressionBuilder<DB, 'orders'>) =>
  jsonArrayFrom(selectRefunds(order).select(['refund.reason', 'refund.is_restocked'])).as('refunds')

function cancellationQuery(order: ExpressionBuilder<DB, 'orders'>) {
  return jsonObjectFrom(
    order
      .selectFrom('order_history as past')
      .whereRef('past.order_id', '=', 'orders.id')
      .where('past.event', '=', 'cancelled')
      .select(['past.at', 'past.reason', 'past.actor_kind', 'past.customer_note']),
  ).as('cancellation')
}
