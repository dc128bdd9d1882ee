/** The price of a kilogram or litre, beside every price of a product. */
export function UnitPrice({ text }: { text: string | null }) {
  return text && <span className="unit-price">{text}</span>
}
