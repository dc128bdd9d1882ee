import { z } from 'zod'
import { MAX_ALT_LENGTH } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { versionField } from '#shop/text/number-fields.ts'
import { contentMessages } from './content-messages.ts'

const upload = z.instanceof(Uint8Array).nullable()

export const logoForm = z.object({ version: versionField, logo_image: upload })
export const heroPictureForm = z.object({
  version: versionField,
  hero_image: upload,
  hero_alt: z
    .string()
    .default('')
    .overwrite(trimWhiteSpace)
    .refine(
      (text) => text.length <= MAX_ALT_LENGTH,
      contentMessages.tooLong(contentMessages.heroAlt, MAX_ALT_LENGTH),
    ),
})
export const removePictureForm = z.object({ version: versionField })
