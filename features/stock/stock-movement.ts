export const stockAfter = (stock: number, change: number): number => stock + change

export type StockMovement = {
  id: number
  quantity_change: number
  stock_after: number
  reason: string
  action_type:
    | 'initial_stock'
    | 'manual_adjustment'
    | 'delivery_received'
    | 'stock_taken'
    | 'order_placed'
    | 'order_edited'
    | 'order_cancelled'
    | 'order_refunded'
  actor_kind: 'customer' | 'admin' | 'system'
  author_name: string | null
  order_id: string | null
  created_at: string
  /** The batches that changed; empty for a product without batches. */
  batches: { batch_number: string | null; is_unrecorded: boolean; quantity: number }[]
}
