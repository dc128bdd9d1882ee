import { useViewTransitionState } from 'react-router'
import type { ProductCard as CatalogueCard, UnitPriced } from '#features/catalogue/products/product.ts'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { JavaScriptRequiredNote } from '#features/cart/add-to-cart/add-to-cart-button.tsx'
import { CardAddToCart } from '#features/cart/add-to-cart/card-add-to-cart.tsx'
import { AllergenMark } from '#features/catalogue/avoided-allergens/allergen-mark.tsx'
import { Picture } from '#kit/display/picture.tsx'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { OfferNote } from './offer-note.tsx'
import { ProductBadge } from './product-badge.tsx'
import { UnitPrice } from './price-notes.tsx'

const useIsTransitioning: (path: string) => boolean = import.meta.env.SSR
  ? () => false
  : useViewTransitionState

type CardProduct = UnitPriced<CatalogueCard>
type ProductCardProps = {
  product: CardProduct
  isPriority?: boolean
  headingLevel?: 'h2' | 'h3'
  /** On a product page the view transition must not use the card's picture. */
  isRelatedProduct?: boolean
}

function ProductCard({
  product,
  isPriority = false,
  headingLevel: Heading = 'h2',
  isRelatedProduct,
}: ProductCardProps) {
  const { slug, name, price, net_weight, unit_price, offer, picture } = product
  const path = `/products/${slug}`
  const isTransitioning = useIsTransitioning(path) && !isRelatedProduct
  return (
    <li className="product-card">
      <div
        className="product-card-picture"
        style={isTransitioning ? { viewTransitionName: 'product-picture' } : undefined}
      >
        <Picture picture={picture} alt="" slot={PICTURE_SLOTS.card} isPriority={isPriority} />
        <ProductBadge product={product} />
      </div>
      <Heading className="product-card-name">
        <ShopLink to={path}>{name}</ShopLink>
      </Heading>
      <p className="product-card-weight">{net_weight}</p>
      <p className="product-card-price">
        <Price pounds={price} className="text-lg font-semibold" />
        <UnitPrice text={unit_price} />
        <OfferNote offer={offer} />
      </p>
      <AllergenMark allergens={product.allergens} isShort />
      <CardAddToCart product={product} />
    </li>
  )
}

const ABOVE_THE_FOLD_COUNT = 2

export function ProductGrid({
  products,
  isAboveTheFold = false,
  ...card
}: Pick<ProductCardProps, 'headingLevel' | 'isRelatedProduct'> & {
  products: readonly CardProduct[]
  isAboveTheFold?: boolean
}) {
  return (
    <>
      {!card.isRelatedProduct && <JavaScriptRequiredNote />}
      <ul className="product-grid">
        {products.map((product, index) => (
          <ProductCard
            key={product.id}
            product={product}
            isPriority={isAboveTheFold && index < ABOVE_THE_FOLD_COUNT}
            {...card}
          />
        ))}
      </ul>
    </>
  )
}
