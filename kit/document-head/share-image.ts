import { SHARE_PICTURE, sharePictureKey } from '#shop/picture-key.ts'
import type { ShareImage } from './head.ts'

export const toShareImage = (image_url: string, alt: string): ShareImage => ({
  url: sharePictureKey(image_url),
  ...SHARE_PICTURE,
  alt,
})
