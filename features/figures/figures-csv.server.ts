import { csvLine, CSV_START, type CsvValue } from '#shop/csv/csv.ts'
import { formatLondonTime, londonDay } from '#shop/dates/dates.ts'
import { fromPence } from '#shop/money/money.ts'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { shortId } from '#features/orders/order.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { buildFigureTable, type FigureCell, type FigureColumn, type FigureTableId } from './figure-tables.ts'
import { figuresMessages } from './figures-messages.ts'
import type { FiguresPeriod } from './figures-period.ts'
import { selectOrderFigures, type OrderFigures, type OrderFiguresCursor } from './figures-queries.server.ts'
import { readFigures } from './figures.server.ts'

/** How many orders are in memory at once. */
const ORDERS_PER_READ = 500

/** One table of the figures as lines of a CSV file; amounts are in pounds. */
export async function* figuresCsv(
  shop: ShopDependencies,
  admin: Actor,
  period: FiguresPeriod,
  table: FigureTableId,
): AsyncGenerator<string> {
  requirePermission(admin, 'figures.read')
  const { figures } = await readFigures(shop, admin, period, { allProducts: true })
  const { columns, rows, sum } = buildFigureTable(table, figures)
  yield CSV_START + csvLine(columns.map(({ label }) => label))
  for (const row of sum ? [...rows, sum] : rows)
    yield csvLine(row.map((cell, index) => toCsvValue(columns[index]!, cell)))
}

const toCsvValue = ({ kind }: FigureColumn, cell: FigureCell): CsvValue =>
  kind === 'money' && typeof cell === 'number' ? fromPence(cell) : cell

const ORDER_COLUMNS = [
  'Order',
  'Placed on',
  'Placed at',
  'Status',
  'Delivered on',
  'Payment at the door',
  'Total',
  'Of it delivery',
  'At 20% VAT',
  'At 0% VAT',
  'VAT rate not set',
  'VAT',
  'Refunded',
]

/** Every order placed in the period, read in steps while the file is sent. */
export async function* ordersCsv(
  shop: ShopDependencies,
  admin: Actor,
  period: FiguresPeriod,
): AsyncGenerator<string> {
  requirePermission(admin, 'figures.read')
  yield CSV_START + csvLine(ORDER_COLUMNS)
  let after: OrderFiguresCursor | null = null
  for (;;) {
    const place: OrderFiguresCursor | null = after
    const orders: OrderFigures[] = await shop.db.queryAs(admin, (db) =>
      selectOrderFigures(db, period, { after: place, limit: ORDERS_PER_READ }),
    )
    yield orders.map((order) => csvLine(orderValues(order))).join('')
    if (orders.length < ORDERS_PER_READ) return
    after = orders.at(-1)!
  }
}

const orderValues = (order: OrderFigures): CsvValue[] => [
  `#${shortId(order.id)}`,
  londonDay(order.created_at),
  formatLondonTime(order.created_at),
  orderStatusLabels[order.status],
  order.delivered_at && londonDay(order.delivered_at),
  order.delivered_at && figuresMessages.payment(order.door_payment),
  fromPence(order.pence),
  fromPence(order.delivery_pence),
  fromPence(order.standard_pence),
  fromPence(order.zero_pence),
  fromPence(order.other_pence),
  fromPence(order.vat_pence),
  fromPence(order.refund_pence),
]
