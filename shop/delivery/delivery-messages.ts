import { formatWeekday, type Day } from '#shop/dates/dates.ts'
import { formatPounds } from '#shop/money/money.ts'
import type { DeliveryRates, DeliveryService, OrderDelivery } from './delivery-rates.ts'

export const deliveryServiceLabels = {
  standard: 'Standard delivery',
  express: 'Express delivery',
} as const satisfies Record<DeliveryService, string>

export const formatCharge = (charge: number): string => (charge === 0 ? 'Free' : formatPounds(charge))

/** '2 pm'. */
export const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`

/** The line beside the total; null if charges were off when the order was placed. */
export const deliveryLine = ({
  delivery_service,
  delivery_rate,
  delivery_charge,
}: Pick<OrderDelivery, 'delivery_service' | 'delivery_rate' | 'delivery_charge'>): {
  label: string
  value: string
} | null =>
  delivery_rate === null
    ? null
    : { label: deliveryServiceLabels[delivery_service], value: formatCharge(delivery_charge) }

export const deliveryMessages = {
  items: 'Items',
  how: 'How shall it come?',
  freeOver: (pounds: number): string => `free over ${formatPounds(pounds)}`,
  missing: (pounds: number): string => `${formatPounds(pounds)} more, and standard delivery is free.`,
  expressAtCheckout: (rate: number): string =>
    `Or by express for ${formatPounds(rate)}: choose it at checkout.`,
  including: (charge: string | null): string =>
    `with delivery ${charge === null ? '' : charge.toLowerCase()}`,
  allYouPay: 'This is all you pay.',
  arrives: (day: Day): string => `With you by ${formatWeekday(day)}`,
  arrivesIfOrderedBefore: (day: Day, hour: number): string =>
    `With you on ${formatWeekday(day)} if you order before ${formatHour(hour)} today`,
  arrivesOn: (day: Day): string => `With you on ${formatWeekday(day)}`,
} as const

/** Includes its condition, for the choice at checkout. */
export const standardRateText = ({ standard, free_over }: DeliveryRates): string =>
  standard === 0 || free_over === null
    ? formatCharge(standard)
    : `${formatPounds(standard)} (${deliveryMessages.freeOver(free_over)})`
