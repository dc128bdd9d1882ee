/** A product with stock below 10. */
export type LowStock = { id: string; name: string; net_weight: string | null; stock: number; is_active: boolean }
