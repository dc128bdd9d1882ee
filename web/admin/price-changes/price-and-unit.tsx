import { unitPrice } from '#shop/catalogue/labels/unit-price.ts'
import { Price } from '#web/ui/display/price.tsx'

export const PriceAndUnit = ({ price, netWeight }: { price: number; netWeight: string | null }) => (
  <>
    <Price pounds={price} />
    <span className="minor price-unit">{unitPrice(price, netWeight)}</span>
  </>
)
