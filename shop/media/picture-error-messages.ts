import { messages } from '#shop/messages/messages.ts'
import { MAX_HIGH_MEMORY_MEGAPIXELS, MAX_UPLOAD_BYTES, MAX_UPLOAD_MEGAPIXELS } from '#shop/constants.ts'

export const pictureErrorMessages = {
  'picture-missing': messages.chooseImage,
  'picture-too-heavy': `Choose an image of at most ${MAX_UPLOAD_BYTES / 1024 / 1024} MB`,
  'picture-too-many-pixels': `Choose an image of at most ${MAX_UPLOAD_MEGAPIXELS} megapixels`,
  'picture-too-many-pixels-for-its-kind': `Choose an AVIF or 16-bit image of at most ${MAX_HIGH_MEMORY_MEGAPIXELS} megapixels, or save it as a JPEG`,
  'picture-kind-unknown': 'Choose a JPEG, PNG, WebP or AVIF image',
  'picture-damaged': 'This image is damaged or not complete. Choose another one',
} as const
