import { formatDay } from '#shop/dates/dates.ts'
import { formatPounds } from '#shop/money/money.ts'
import type { OrderEdit, OrderEvent } from '#shop/orders/order.ts'

const ACTOR_KIND_LABELS = { customer: 'Customer', admin: 'Administrator' } as const satisfies Record<
  OrderEvent['actor_kind'],
  string
>

export const describeOrderActor = ({
  actor_kind,
  actor_name,
}: Pick<OrderEvent, 'actor_kind' | 'actor_name'>): string =>
  actor_name ? `${ACTOR_KIND_LABELS[actor_kind]}, ${actor_name}` : ACTOR_KIND_LABELS[actor_kind]

export function describeOrderEdit({ items, total_amount, estimated_delivery }: OrderEdit): string[] {
  const changed = items.filter(({ from, to }) => from !== to)
  return [
    ...changed.map(({ name, from, to }) =>
      to === 0 ? `${name}: removed (was ${from})` : `${name}: ${from} to ${to}`,
    ),
    ...(total_amount.from === total_amount.to
      ? []
      : [`Total: ${formatPounds(total_amount.from)} to ${formatPounds(total_amount.to)}`]),
    ...(estimated_delivery.from === estimated_delivery.to
      ? []
      : [`Expected delivery: ${formatDay(estimated_delivery.from)} to ${formatDay(estimated_delivery.to)}`]),
  ]
}
