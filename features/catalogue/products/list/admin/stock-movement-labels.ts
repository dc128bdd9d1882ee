import type { StockMovement } from '#features/stock/stock-movement.ts'

export const formatSigned = (change: number): string => (change > 0 ? `+${change}` : `−${Math.abs(change)}`)

/** '−3 of A12, −1 not recorded'; empty for a product without batches. */
export const movementBatches = ({ batches }: Pick<StockMovement, 'batches'>): string =>
  batches
    .map(({ batch_number, is_unrecorded, quantity }) =>
      is_unrecorded
        ? `${formatSigned(quantity)} not recorded`
        : `${formatSigned(quantity)} of ${batch_number ?? 'a batch without number'}`,
    )
    .join(', ')

export function movementAuthor({ actor_kind, author_name, order_id }: StockMovement): string {
  const unnamed = { admin: 'an administrator', customer: 'a customer', system: 'the shop itself' } as const
  const order = order_id && `order ${order_id.slice(0, 8).toUpperCase()}`
  return [author_name ?? unnamed[actor_kind], order].filter(Boolean).join(', ')
}
