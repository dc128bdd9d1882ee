import type { ProductCard, UnitPriced } from '#features/catalogue/products/product.ts'
import { ProductGrid } from '#features/catalogue/product-list/product-card.tsx'
import { RecentlySeenProducts } from './recently-seen-products.tsx'

/** Hydrated with the first input: nothing in it works earlier, and a click on Add to Cart is replayed. */
export default function LaterProducts({
  slug,
  goesWellWith,
}: {
  slug: string
  goesWellWith: UnitPriced<ProductCard>[]
}) {
  return (
    <>
      {goesWellWith.length > 0 && (
        <section className="section far-below" aria-labelledby="goes-well-with-title">
          <div className="section-head">
            <h2 id="goes-well-with-title">Goes well with</h2>
          </div>
          <ProductGrid products={goesWellWith} headingLevel="h3" isRelatedProduct />
        </section>
      )}
      <RecentlySeenProducts slug={slug} />
    </>
  )
}
