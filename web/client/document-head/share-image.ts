import { SHARE_PICTURE, sharePictureKey } from '#shop/media/picture-key.ts'
import type { ShareImage } from '#web/client/document-head/head.ts'

export const toShareImage = (image_url: string, alt: string): ShareImage => ({
  url: sharePictureKey(image_url),
  ...SHARE_PICTURE,
  alt,
})
