import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { orderStatusLabels } from '#shop/orders/order-status.ts'
import { shortId } from '#shop/orders/order.ts'
import type { RecalledOrder } from './recall.ts'

/** Excel reads UTF-8 only after a byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Quoted; a spreadsheet would calculate a text that begins like a formula. */
export function csvCell(value: string | number): string {
  const text = String(value)
  const isFormula = typeof value === 'string' && /^[\s]*[=+\-@\t\r|%]/.test(text)
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** A header and one line for each order. */
export function* recallCsvLines(orders: Iterable<RecalledOrder>): Generator<string> {
  const line = (cells: readonly (string | number)[]) => `${cells.map(csvCell).join(',')}\r\n`
  yield BYTE_ORDER_MARK + line(['Order', 'Name', 'Email', 'Phone', 'Status', 'Ordered', 'Pieces'])
  for (const { order_id, full_name, email, phone, status, created_at, quantity } of orders)
    yield line([
      shortId(order_id),
      full_name,
      email ?? '',
      phone,
      orderStatusLabels[status],
      formatLondonDateTime(created_at),
      quantity,
    ])
}
