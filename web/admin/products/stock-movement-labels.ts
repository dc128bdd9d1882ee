import type { StockMovement } from '#shop/stock/stock-movement.ts'

export const formatSigned = (change: number): string => (change > 0 ? `+${change}` : `−${Math.abs(change)}`)

export function movementAuthor({ actor_kind, author_name, order_id }: StockMovement): string {
  const unnamed = { admin: 'an administrator', customer: 'a customer', system: 'the shop itself' } as const
  const order = order_id && `order ${order_id.slice(0, 8).toUpperCase()}`
  return [author_name ?? unnamed[actor_kind], order].filter(Boolean).join(', ')
}
