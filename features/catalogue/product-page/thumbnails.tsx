import { useEffect, useState, type MouseEvent } from 'react'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { galleryMessages } from '#features/catalogue/storefront/gallery-messages.ts'
import { Picture } from '#kit/display/picture.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import type { GalleryPicture } from './product-label.ts'

const idOf = (index: number) => `picture-${index + 1}`
const findStrip = () => document.getElementById(idOf(0))!.parentElement!

/** Links to the pictures of the strip; with scripts the page itself does not scroll. */
export default function Thumbnails({ pictures }: { pictures: readonly GalleryPicture[] }) {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const strip = findStrip()
    const handleScroll = () => setCurrent(Math.round(strip.scrollLeft / strip.clientWidth))
    handleScroll()
    strip.addEventListener('scroll', handleScroll, { passive: true })
    return () => strip.removeEventListener('scroll', handleScroll)
  }, [])
  const show = (event: MouseEvent, index: number) => {
    event.preventDefault()
    const strip = findStrip()
    strip.scrollTo({ left: index * strip.clientWidth })
    announce(galleryMessages.shown(index + 1, pictures.length, pictures[index]!.alt))
  }
  return (
    <ul className="thumbnails" aria-label={galleryMessages.pictures}>
      {pictures.map((each, index) => (
        <li key={each.image_url}>
          <a
            href={`#${idOf(index)}`}
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
