export type PurchasableProduct = {
  id: string
  name: string
  price: number
  /** The displayed stock, until the exact stock is requested (features/stock/displayed-stock.ts). */
  stock: number
  net_weight: string | null
  picture: { image_url: string } | null
}
