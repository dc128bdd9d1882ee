import { z } from 'zod'
import { MAX_ALT_LENGTH } from '#shop/constants.ts'
import type { SubmittedPicture } from '#features/catalogue/products/product-pictures.ts'
import { arrangePictures, PICTURE_FILES } from './pictures-value.ts'
import { productPictureMessages } from '#features/catalogue/products/product-picture-messages.ts'

const list = z.array(z.string()).max(50).default([])
export const pictureFields = {
  picture: list,
  picture_alt: list,
  picture_place: list,
  picture_removed: list,
  [PICTURE_FILES]: z.array(z.instanceof(Uint8Array)).default([]),
}
type PictureFields = z.output<z.ZodObject<typeof pictureFields>>

/** Null if the form has no picture fields: the pictures stay unchanged. */
export function toSubmittedPictures(
  fields: PictureFields,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): SubmittedPicture[] | null {
  const uploads = fields[PICTURE_FILES].values()
  const listed = arrangePictures(fields).flatMap(({ image_url, alt }): SubmittedPicture[] => {
    if (image_url !== '') return [{ image_url, alt }]
    const { value: upload } = uploads.next()
    return upload ? [{ upload, alt }] : []
  })
  const pictures = [...listed, ...[...uploads].map((upload) => ({ upload, alt: null }))]
  if (pictures.some(({ alt }) => alt !== null && alt.length > MAX_ALT_LENGTH))
    addIssue({ code: 'custom', path: ['pictures'], message: productPictureMessages.altTooLong })
  return pictures.length === 0 && fields.picture.length === 0 ? null : pictures
}
