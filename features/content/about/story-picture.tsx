import { classNames } from '#kit/display/class-names.ts'
import { storyImages } from './story-images.ts'

export { storyImages }

type StoryPictureProps = {
  picture: (typeof storyImages)[keyof typeof storyImages]
  sizes: string
  className?: string
}

export function StoryPicture({ picture, sizes, className }: StoryPictureProps) {
  const { width, height, src, avif, webp } = picture
  return (
    <picture className={classNames('picture', className)}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={webp} sizes={sizes} />
      <img src={src} alt="" width={width} height={height} loading="lazy" decoding="async" />
    </picture>
  )
}
