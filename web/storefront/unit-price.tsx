import { unitPrice } from '#shop/catalogue/unit-price.ts'

/** The price of a kilogram or litre, beside every price of a product. */
export function UnitPrice({ price, net_weight }: { price: number; net_weight: string | null }) {
  const text = unitPrice(price, net_weight)
  return text && <span className="unit-price">{text}</span>
}
