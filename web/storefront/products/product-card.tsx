import { useViewTransitionState } from 'react-router'
import type { ProductCard as CatalogueCard, UnitPriced } from '#shop/catalogue/products/product.ts'
import { PICTURE_PLACES } from '#shop/media/picture-key.ts'
import { ScriptsNeeded } from '#web/cart/add-to-cart/add-to-cart-button.tsx'
import { AddFromCard } from '#web/cart/add-to-cart/card-add-to-cart.tsx'
import { Picture } from '#web/ui/display/picture.tsx'
import { Price } from '#web/ui/display/price.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { ProductBadge } from './product-badge.tsx'
import { UnitPrice } from './unit-price.tsx'

/** Pages change into each other in browsers alone. */
const useOpening: (path: string) => boolean = import.meta.env.SSR ? () => false : useViewTransitionState

type CardProduct = UnitPriced<CatalogueCard>
type ProductCardProps = {
  product: CardProduct
  isFirst?: boolean
  headingLevel?: 'h2' | 'h3'
  /** Under another product: the large picture of that page changes into this one's, and the card stays where it is. */
  isBesideProduct?: boolean
}

/** One product in a list: the picture and name lead to its page, the button adds it to the cart. */
export function ProductCard({ product, isFirst = false, headingLevel: Heading = 'h2', isBesideProduct }: ProductCardProps) {
  const { slug, name, price, net_weight, unit_price, picture } = product
  const path = `/products/${slug}`
  // The picture moves to its place on the product's page, and back.
  const isOpening = useOpening(path) && !isBesideProduct
  return (
    <li className="product-card">
      <div className="product-card-picture" style={isOpening ? { viewTransitionName: 'product-picture' } : undefined}>
        <Picture picture={picture} alt="" place={PICTURE_PLACES.card} isFirst={isFirst} />
        <ProductBadge product={product} />
      </div>
      <Heading className="product-card-name">
        <ShopLink to={path}>{name}</ShopLink>
      </Heading>
      <p className="product-card-weight">{net_weight}</p>
      <p className="product-card-price">
        <Price pounds={price} className="text-lg font-semibold" />
        <UnitPrice text={unit_price} />
      </p>
      <AddFromCard product={product} />
    </li>
  )
}

/** How many pictures of a list are in view before anybody scrolls, on a phone and on a desk. */
const FIRST_IN_VIEW = 2

export function ProductGrid({
  products,
  isFirstInView = false,
  ...card
}: Pick<ProductCardProps, 'headingLevel' | 'isBesideProduct'> & {
  products: readonly CardProduct[]
  /** The list stands at the top of its page, so its first pictures are fetched at once. */
  isFirstInView?: boolean
}) {
  return (
    <>
      {!card.isBesideProduct && <ScriptsNeeded />}
      <ul className="product-grid">
        {products.map((product, place) => (
          <ProductCard key={product.id} product={product} isFirst={isFirstInView && place < FIRST_IN_VIEW} {...card} />
        ))}
      </ul>
    </>
  )
}
