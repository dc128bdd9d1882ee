import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { keepServerPart } from '#kit/hydration/import-script.ts'
import { SearchIcon } from '#kit/display/icons.tsx'
import { Picture } from '#kit/display/picture.tsx'
import { ProductBadge } from '#features/catalogue/product-list/product-badge.tsx'
import type { LabelledProduct } from './product-label.ts'

type GalleryProps = { product: Pick<LabelledProduct, 'name' | 'badge' | 'is_best_seller' | 'pictures'> }

// The server renders thumbnails; browsers load them only for products with several pictures.
const Thumbnails = import.meta.env.SSR
  ? (await import('./thumbnails.tsx')).default
  : lazy(() => import('./thumbnails.tsx').catch(keepServerPart))

/** Without scripts, the pictures scroll, a thumbnail jumps to its picture, and each picture opens as a file. */
export function ProductGallery({ product }: GalleryProps) {
  const { name, pictures } = product
  const [dialog, setDialog] = useState<ReactNode>()
  const open = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    // Other clicks open a tab or a window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const { href } = event.currentTarget
    import('./picture-zoom.tsx').then(
      (zoom) =>
        setDialog(
          <zoom.default name={name} pictures={pictures} startIndex={index} onClose={() => setDialog(null)} />,
        ),
      () => location.assign(href),
    )
  }
  return (
    <div>
      <div className="product-picture">
        <div className="gallery">
          {pictures.map((each, index) => (
            <a
              key={each.image_url}
              id={`picture-${index + 1}`}
              href={each.image_url}
              aria-label={`Enlarge the picture: ${each.alt}`}
              onClick={(event) => open(event, index)}
            >
              <Picture picture={each} alt={each.alt} slot={PICTURE_SLOTS.detail} isPriority={index === 0} />
            </a>
          ))}
        </div>
        {pictures[0] ? (
          <SearchIcon className="zoom-sign" />
        ) : (
          <Picture picture={null} alt={name} slot={PICTURE_SLOTS.detail} />
        )}
        <ProductBadge product={product} />
      </div>
      {pictures.length > 1 && (
        <Suspense>
          <Thumbnails pictures={pictures} />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}
