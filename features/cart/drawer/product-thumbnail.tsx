import { useState } from 'react'
import { PlaceholderPicture } from '#kit/brand/placeholder-picture.tsx'
import { pictureVariantUrl } from '#shop/picture-key.ts'
import { classNames } from '#kit/display/class-names.ts'

const WIDTH = 160

export function ProductThumbnail({ imageUrl, className }: { imageUrl: string | null; className?: string }) {
  // An old order or cart may refer to a replaced picture.
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const names = classNames('picture aspect-square', className)
  if (!imageUrl || failedUrl === imageUrl) return <PlaceholderPicture label="" className={names} />
  return (
    <img
      src={pictureVariantUrl(imageUrl, WIDTH, 'webp')}
      alt=""
      width={WIDTH}
      height={WIDTH}
      loading="lazy"
      decoding="async"
      onError={() => setFailedUrl(imageUrl)}
      className={classNames(names, 'h-auto object-cover')}
    />
  )
}
