import type { CategoryTile as Tile } from '#features/catalogue/products/product.ts'
import { countOfProducts } from '#features/catalogue/products/product-count.ts'
import type { WrittenPart } from '#shop/text/written-parts.ts'
import { messages } from '#shop/messages/messages.ts'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { Description } from '#kit/display/description.tsx'
import { Picture } from '#kit/display/picture.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { categoryPath } from './category-path.ts'

type CategoryTileProps = {
  category: Omit<Tile, 'description'>
  headingLevel?: 'h2' | 'h3'
  /** Shown with a larger picture. */
  description?: readonly WrittenPart[]
  isPriority?: boolean
}

export function CategoryTile({
  category,
  headingLevel: Heading = 'h3',
  description,
  isPriority,
}: CategoryTileProps) {
  const { slug, name, picture, productCount } = category
  return (
    <li className="category-tile">
      <Picture
        picture={picture}
        alt=""
        slot={description ? PICTURE_SLOTS.tile : PICTURE_SLOTS.categoryRow}
        isPriority={isPriority}
        className="arch"
      />
      <Heading className="category-tile-name">
        <ShopLink to={categoryPath(slug)}>{name}</ShopLink>
      </Heading>
      {description && <Description parts={description} className="mt-2" />}
      <p className="text-sm text-muted">
        {productCount === 0 ? messages.categoryEmpty : countOfProducts(productCount)}
      </p>
    </li>
  )
}
