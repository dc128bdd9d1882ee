import { formatDay } from '#shop/dates/dates.ts'
import { formatPounds } from '#shop/money/money.ts'
import { trackingMessages } from '#shop/orders/order-details-messages.ts'
import type { OrderEdit, OrderEvent } from '#shop/orders/order.ts'
import { carrierName } from '#shop/orders/tracking/carriers.ts'

const ACTOR_KIND_LABELS = { customer: 'Customer', admin: 'Administrator' } as const satisfies Record<
  OrderEvent['actor_kind'],
  string
>

export const describeOrderActor = ({
  actor_kind,
  actor_name,
}: Pick<OrderEvent, 'actor_kind' | 'actor_name'>): string =>
  actor_name ? `${ACTOR_KIND_LABELS[actor_kind]}, ${actor_name}` : ACTOR_KIND_LABELS[actor_kind]

export function describeOrderEdit({
  items = [],
  total_amount,
  estimated_delivery,
  tracking,
}: OrderEdit): string[] {
  const changed = items.filter(({ from, to }) => from !== to)
  return [
    ...changed.map(({ name, from, to }) =>
      to === 0 ? `${name}: removed (was ${from})` : `${name}: ${from} to ${to}`,
    ),
    ...changeLines('Total', total_amount, formatPounds),
    ...changeLines('Expected delivery', estimated_delivery, formatDay),
    ...changeLines(trackingMessages.inHistory, tracking, describeTracking),
  ]
}

function changeLines<Value>(
  what: string,
  change: { from: Value; to: Value } | undefined,
  describe: (value: Value) => string,
): string[] {
  if (!change) return []
  const [from, to] = [describe(change.from), describe(change.to)]
  return from === to ? [] : [`${what}: ${from} to ${to}`]
}

const describeTracking = (tracking: NonNullable<OrderEdit['tracking']>['to']): string =>
  tracking ? `${carrierName(tracking.carrier)} ${tracking.tracking_number}` : 'none'
