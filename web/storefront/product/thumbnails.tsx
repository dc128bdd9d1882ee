import { useEffect, useState, type MouseEvent, type RefObject } from 'react'
import { PICTURE_SLOTS } from '#shop/media/picture-key.ts'
import { galleryMessages } from '#shop/catalogue/storefront/gallery-messages.ts'
import { Picture } from '#web/ui/display/picture.tsx'
import { announce } from '#web/ui/feedback/live-region.tsx'
import type { GalleryPicture } from './product-label.ts'

type ThumbnailsProps = { pictures: readonly GalleryPicture[]; strip: RefObject<HTMLDivElement | null> }

/** Links to the pictures of the strip; with scripts the page itself stays where it is. */
export default function Thumbnails({ pictures, strip }: ThumbnailsProps) {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const element = strip.current!
    const handleScroll = () => setCurrent(Math.round(element.scrollLeft / element.clientWidth))
    handleScroll()
    element.addEventListener('scroll', handleScroll, { passive: true })
    return () => element.removeEventListener('scroll', handleScroll)
  }, [strip])
  const show = (event: MouseEvent, index: number) => {
    event.preventDefault()
    const element = strip.current!
    element.scrollTo({ left: index * element.clientWidth })
    announce(galleryMessages.shown(index + 1, pictures.length, pictures[index]!.alt))
  }
  return (
    <ul className="thumbnails" aria-label={galleryMessages.pictures}>
      {pictures.map((each, index) => (
        <li key={each.image_url}>
          <a
            href={`#picture-${index + 1}`}
            aria-label={galleryMessages.thumbnail(index + 1, each.alt)}
            aria-current={index === current || undefined}
            onClick={(event) => show(event, index)}
          >
            <Picture picture={each} alt="" slot={PICTURE_SLOTS.thumbnail} />
          </a>
        </li>
      ))}
    </ul>
  )
}
