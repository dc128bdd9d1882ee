import { messages } from '#shop/messages/messages.ts'
import {
  MAX_HIGH_MEMORY_MEGAPIXELS,
  MAX_PHOTO_BYTES,
  MAX_PHOTO_MEGAPIXELS,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_MEGAPIXELS,
} from '#shop/constants.ts'

export const pictureErrorMessages = {
  'picture-missing': messages.chooseImage,
  'picture-too-heavy': `Choose an image of at most ${MAX_UPLOAD_BYTES / 1024 / 1024} MB`,
  'picture-too-many-pixels': `Choose an image of at most ${MAX_UPLOAD_MEGAPIXELS} megapixels`,
  'picture-too-many-pixels-for-its-kind': `Choose an AVIF or 16-bit image of at most ${MAX_HIGH_MEMORY_MEGAPIXELS} megapixels, or save it as a JPEG`,
  'picture-kind-unknown': 'Choose a JPEG, PNG, WebP or AVIF image',
  'picture-damaged': 'This image is damaged or not complete. Choose another one',
} as const

/** What the browser says about a photo before it shrinks and sends it. */
export const photoMessages = {
  reading: 'Reading…',
  toRead: (count: number): string => `Preparing pictures, ${count} to go`,
  notRead: 'Nothing is saved yet, because a picture could not be read. Everything else is still here.',
  tooHeavy: `Choose an image of at most ${MAX_PHOTO_BYTES / 1024 / 1024} MB`,
  tooManyPixels: `Choose an image of at most ${MAX_PHOTO_MEGAPIXELS} megapixels`,
  heicNotRead:
    'This browser cannot read HEIC photos. Save it as a JPEG and choose that, or open this page in Safari. For new photos on an iPhone: Settings, Camera, Formats, Most Compatible.',
} as const
