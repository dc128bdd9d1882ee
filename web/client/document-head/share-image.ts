import { SHARE_PICTURE, sharedOf } from '#shop/media/picture-key.ts'
import type { SharePicture } from '#web/client/document-head/head.ts'

export const pictureToShare = (image_url: string, alt: string): SharePicture => ({ url: sharedOf(image_url), ...SHARE_PICTURE, alt })
