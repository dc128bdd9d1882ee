import { lazy, Suspense, useRef, useState, type MouseEvent } from 'react'
import { PICTURE_SLOTS } from '#shop/media/picture-key.ts'
import { SearchIcon } from '#web/ui/display/icons.tsx'
import { Picture } from '#web/ui/display/picture.tsx'
import { ProductBadge } from '#web/storefront/products/product-badge.tsx'
import type { LabelledProduct } from './product-label.ts'
import type PictureZoom from './picture-zoom.tsx'

type GalleryProps = { product: Pick<LabelledProduct, 'name' | 'badge' | 'is_best_seller' | 'pictures'> }

// The server renders them; the browser loads them for products with several pictures alone.
const Thumbnails = import.meta.env.SSR
  ? (await import('./thumbnails.tsx')).default
  : lazy(() => import('./thumbnails.tsx').catch(() => new Promise<never>(() => {})))

/** Without scripts, the pictures are scrolled, a thumbnail leads to its own, and each opens as a file. */
export function ProductGallery({ product }: GalleryProps) {
  const { name, pictures } = product
  const strip = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState<{ index: number; Zoom: typeof PictureZoom }>()
  const zoom = (event: MouseEvent, index: number) => {
    // Others open a tab or a window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    import('./picture-zoom.tsx').then(
      ({ default: Zoom }) => setZoomed({ index, Zoom }),
      () => location.assign(pictures[index]!.image_url),
    )
  }
  return (
    <div>
      <div className="product-picture">
        {pictures[0] ? (
          <div ref={strip} className="gallery">
            {pictures.map((each, index) => (
              <a
                key={each.image_url}
                id={`picture-${index + 1}`}
                href={each.image_url}
                aria-label={`Enlarge the picture: ${each.alt}`}
                onClick={(event) => zoom(event, index)}
              >
                <Picture picture={each} alt={each.alt} slot={PICTURE_SLOTS.detail} isPriority={index === 0} />
              </a>
            ))}
          </div>
        ) : (
          <Picture picture={null} alt={name} slot={PICTURE_SLOTS.detail} />
        )}
        {pictures[0] && <SearchIcon className="zoom-sign" />}
        <ProductBadge product={product} />
      </div>
      {pictures.length > 1 && (
        <Suspense>
          <Thumbnails pictures={pictures} strip={strip} />
        </Suspense>
      )}
      {zoomed && (
        <zoomed.Zoom
          name={name}
          pictures={pictures}
          startIndex={zoomed.index}
          onClose={() => setZoomed(undefined)}
        />
      )}
    </div>
  )
}
