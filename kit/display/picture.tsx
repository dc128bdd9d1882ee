import { PlaceholderPicture } from '#kit/brand/placeholder-picture.tsx'
import { srcSet, pictureUrlAtLeast, type PictureSlot } from '#shop/picture-key.ts'
import { classNames } from './class-names.ts'

export type StoredPicture = {
  image_url: string
  width: number
  height: number
  widths: number[]
  placeholder?: string | null
}

type PictureProps = {
  picture: StoredPicture | null
  alt: string
  slot: PictureSlot
  isPriority?: boolean
  className?: string
}

/** For browsers without AVIF; one width keeps the markup short. */
const FALLBACK_WIDTH = 640

export function Picture({ picture, alt, slot, isPriority = false, className }: PictureProps) {
  if (!picture) return <PlaceholderPicture label={alt} className={classNames('picture', className)} />
  const { width, height, placeholder } = picture
  return (
    <picture className={classNames('picture', className)}>
      <source type="image/avif" srcSet={srcSet(picture, 'avif', slot)} sizes={slot.sizes} />
      <img
        src={pictureUrlAtLeast(picture, FALLBACK_WIDTH)}
        alt={alt}
        width={width}
        height={height}
        loading={isPriority ? 'eager' : 'lazy'}
        decoding={isPriority ? 'sync' : 'async'}
        fetchPriority={isPriority ? 'high' : undefined}
        style={placeholder ? { backgroundImage: `url("${placeholder}")` } : undefined}
      />
    </picture>
  )
}
