import { useState } from 'react'
import { DrawnPicture } from '#web/brand/placeholder-picture.tsx'
import { variantUrl } from '#shop/media/picture-key.ts'
import { classNames } from '#web/ui/display/class-names.ts'

const WIDTH = 160

/** The small picture of a cart line or an order item: its name stands beside it, so it says nothing itself. */
export function LinePicture({ imageUrl, className }: { imageUrl: string | null; className?: string }) {
  // An old order or an old cart may name a picture that was replaced since.
  const [missing, setMissing] = useState<string | null>(null)
  const names = classNames('picture aspect-square', className)
  if (!imageUrl || missing === imageUrl) return <DrawnPicture label="" className={names} />
  return (
    <img
      src={variantUrl(imageUrl, WIDTH, 'webp')}
      alt=""
      width={WIDTH}
      height={WIDTH}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(imageUrl)}
      className={classNames(names, 'h-auto object-cover')}
    />
  )
}
