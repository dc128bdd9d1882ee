import { unitPrice } from '#features/catalogue/labels/unit-price.ts'
import { Price } from '#kit/display/price.tsx'

export const PriceAndUnit = ({ price, netWeight }: { price: number; netWeight: string | null }) => (
  <>
    <Price pounds={price} />
    <span className="minor price-unit">{unitPrice(price, netWeight)}</span>
  </>
)
