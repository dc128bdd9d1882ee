import { Badge } from '#kit/display/badge.tsx'

const BEST_SELLER = 'best seller'

export function ProductBadge({ product }: { product: { badge: string | null; is_best_seller: boolean } }) {
  const { badge, is_best_seller } = product
  if (!badge || (badge.toLowerCase() === BEST_SELLER && !is_best_seller)) return null
  return <Badge className="product-badge">{badge}</Badge>
}
