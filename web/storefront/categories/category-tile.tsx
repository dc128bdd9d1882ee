import type { CategoryTile as Tile } from '#shop/catalogue/products/product.ts'
import { countOfProducts } from '#shop/catalogue/products/product-count.ts'
import { PICTURE_SLOTS } from '#shop/media/picture-key.ts'
import { Description } from '#web/ui/display/description.tsx'
import { Picture } from '#web/ui/display/picture.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { categoryPath } from './category-path.ts'

type CategoryTileProps = {
  category: Tile
  headingLevel?: 'h2' | 'h3'
  showsDescription?: boolean
  isPriority?: boolean
}

export function CategoryTile({
  category,
  headingLevel: Heading = 'h3',
  showsDescription,
  isPriority,
}: CategoryTileProps) {
  const { slug, name, description, picture, productCount } = category
  return (
    <li className="category-tile">
      <Picture
        picture={picture}
        alt=""
        slot={showsDescription ? PICTURE_SLOTS.tile : PICTURE_SLOTS.categoryRow}
        isPriority={isPriority}
        className="arch"
      />
      <Heading className="category-tile-name">
        <ShopLink to={categoryPath(slug)}>{name}</ShopLink>
      </Heading>
      {showsDescription && description && <Description text={description} className="mt-2" />}
      <p className="text-sm text-muted">{countOfProducts(productCount)}</p>
    </li>
  )
}
