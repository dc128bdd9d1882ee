import { formatDay } from '#shop/dates/dates.ts'
import { formatPounds } from '#shop/money/money.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import {
  addressFieldLabels,
  orderDetailEditMessages,
  trackingMessages,
} from '#features/orders/order-details-messages.ts'
import { EDITED_ADDRESS_FIELDS, type OrderEdit, type OrderEvent } from '#features/orders/order.ts'
import { describePackedBatch } from '#features/stock/batches/describe-packed-batch.ts'
import { carrierName } from '#features/orders/tracking/carriers.ts'

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
  delivery_charge,
  estimated_delivery,
  address = {},
  tracking,
  exchanged = [],
}: OrderEdit): string[] {
  const changed = items.filter(({ from, to }) => from !== to)
  return [
    ...changed.map(({ name, from, to }) => {
      if (from === 0) return `${name}: ${to} added`
      return to === 0 ? `${name}: removed (was ${from})` : `${name}: ${from} to ${to}`
    }),
    ...EDITED_ADDRESS_FIELDS.flatMap((field) =>
      changeLines(addressFieldLabels[field], address[field], (value) => value),
    ),
    ...changeLines('Delivery charge', delivery_charge, formatPounds),
    ...changeLines('Total', total_amount, formatPounds),
    ...changeLines('Expected delivery', estimated_delivery, formatDay),
    ...changeLines(trackingMessages.inHistory, tracking, describeTracking),
    ...exchanged.map(({ name, quantity, batches = [] }) =>
      adminOrderMessages.exchangedInHistory(quantity, name, batches.map(describePackedBatch)),
    ),
  ]
}

/** For the audit log, which names only the changed fields of an address. */
export function describeAuditedOrderEdit({ address, ...edit }: OrderEdit): string[] {
  const fields = EDITED_ADDRESS_FIELDS.filter((field) => address?.[field]).map((field) =>
    addressFieldLabels[field].toLowerCase(),
  )
  return [
    ...describeOrderEdit(edit),
    ...(fields.length > 0 ? [orderDetailEditMessages.addressFieldsChanged(fields)] : []),
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
