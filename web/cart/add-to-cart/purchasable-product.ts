/** What adding to the cart needs to know of a product; cards and detail pages both have it. */
export type PurchasableProduct = {
  id: string
  name: string
  price: number
  /** As the page shows it, until the exact one is asked for (shop/stock/displayed-stock.ts). */
  stock: number
  net_weight: string | null
  picture: { image_url: string } | null
}
