export type LowStock = {
  id: string
  name: string
  net_weight: string | null
  stock: number
  is_active: boolean
}
