import { CSV_START, csvLine } from '#shop/csv/csv.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { shortId } from '#features/orders/order.ts'
import type { RecalledOrder } from './recall.ts'

/** A header and one line per order. */
export function* recallCsvLines(orders: Iterable<RecalledOrder>): Generator<string> {
  yield CSV_START + csvLine(['Order', 'Name', 'Email', 'Phone', 'Status', 'Ordered', 'Pieces'])
  for (const { order_id, full_name, email, phone, status, created_at, quantity } of orders)
    yield csvLine([
      `#${shortId(order_id)}`,
      full_name,
      email,
      phone,
      orderStatusLabels[status],
      formatLondonDateTime(created_at),
      quantity,
    ])
}
