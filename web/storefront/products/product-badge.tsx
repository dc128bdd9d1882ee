import { Badge } from '#web/ui/display/badge.tsx'

const BEST_SELLER = 'best seller'

/** The word on the picture's corner; 'Best Seller' only where the shop says it is one. */
export function ProductBadge({ product }: { product: { badge: string | null; is_best_seller: boolean } }) {
  const { badge, is_best_seller } = product
  if (!badge || (badge.toLowerCase() === BEST_SELLER && !is_best_seller)) return null
  return <Badge className="product-badge">{badge}</Badge>
}
