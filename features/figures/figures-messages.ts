import { doorPaymentLabels } from '#features/orders/refunds/admin-refund-messages.ts'
import type { DoorPayment, RefundMethod } from '#features/orders/refunds/refund.ts'
import { percentageChange } from './sales/sales.ts'
import { formatCount } from '#shop/text/format-count.ts'
import type { FiguresPeriodError, FiguresPreset } from './figures-period.ts'

export const FIGURES_PRESET_LABELS = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-year': 'Last year',
} as const satisfies Record<FiguresPreset, string>

const REFUND_METHOD_LABELS = {
  cash: 'Cash',
  card: 'Card',
  'bank-transfer': 'Bank transfer',
} as const satisfies Record<RefundMethod, string>

const PERIOD_ERRORS = {
  'dates-invalid': 'Choose two days, the first not after the second. This month is shown.',
  'period-too-long': 'Choose at most five years. This month is shown.',
} as const satisfies Record<FiguresPeriodError, string>

export const figuresMessages = {
  title: 'Figures',
  what: 'What was sold, refunded and paid, for you and your accountant.',
  vatTitle: 'VAT by rate',
  doorTitle: 'Payments at the door',
  methodsTitle: 'Refunds by method',
  categoriesTitle: 'Categories',
  categoryMarginsTitle: 'Margins of categories',
  productsTitle: 'Products',
  productMarginsTitle: 'Margins of products',
  daysTitle: 'Days',
  vatRate: (rate: number | null): string =>
    rate === null ? 'Not set' : rate === 0 ? '0% (zero rate)' : `${rate}%`,
  payment: (payment: DoorPayment | null): string =>
    payment === null ? 'Not recorded yet' : doorPaymentLabels[payment],
  method: (method: RefundMethod): string => REFUND_METHOD_LABELS[method],
  periodError: (error: FiguresPeriodError): string => PERIOD_ERRORS[error],
  nothing: 'Nothing was sold in this period.',
  compared: comparisonMessage,
  orders: (count: number): string => (count === 1 ? '1 order' : `${formatCount(count)} orders`),
  ofWhichDelivery: (pounds: string): string => `${pounds} of it for delivery`,
  cancelledRefunds: (pounds: string): string =>
    `${pounds} of the refunds is for orders that were cancelled after delivery. They are not in the sales, so it is not taken from them.`,
  vatNote:
    'Your accountant decides which rate a product has. Prices include VAT. The rate is that of the day of the order; a rate that you set later changes nothing that was ordered before.',
  vatNotSet: (pounds: string): string =>
    `${pounds} was sold without a VAT rate and is counted apart, without VAT. Set the rate of each product in Products.`,
  vatRounding:
    'VAT of each line of an order is rounded to the penny. A delivery charge has the rates of the goods that it delivers, by their value.',
  costNotKnown: (pieces: number, all: number): string =>
    `Margins leave out ${formatCount(pieces)} of ${formatCount(all)} pieces sold, whose cost is not known. It is known if you enter it with the delivery in which they come.`,
  howMargins:
    'Margin is what the pieces with a known cost were sold for, after refunds and without VAT, less their cost as it was entered with the delivery, which should be without VAT. A refunded piece costs nothing only if it went back to the stock. Delivery charges, refunds without a product and pieces that were written off are in no margin.',
  marginsWithoutRate:
    'What was sold without a VAT rate counts here with its whole price, so its margin may be too high.',
  howCounted:
    'Sales count on the day the order was placed, as the order stands now, without cancelled orders. Refunds count on the day they were made, payments on the day of delivery. All days are London days.',
  someProducts: (shown: number, all: number): string =>
    `The first ${formatCount(shown)} of ${formatCount(all)} products. The CSV has all of them.`,
  allOrders: 'Every order as CSV',
  pdf: 'PDF of the month',
  csv: (title: string): string => `${title} as CSV`,
} as const

/** '12% more than before (£1,100.00)'; `shown` is the earlier figure, formatted. */
function comparisonMessage(now: number, before: number, shown: string): string {
  const change = percentageChange(now, before)
  if (now === before) return `As much as before (${shown})`
  if (change === null) return `Before: ${shown}`
  const by = change === 0 ? 'Less than 1%' : `${formatCount(Math.abs(change))}%`
  return `${by} ${now > before ? 'more' : 'less'} than before (${shown})`
}
