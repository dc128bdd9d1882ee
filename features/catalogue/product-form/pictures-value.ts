import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { orderByPlaces } from '#features/catalogue/products/order-by-places.ts'
import {
  toPictureReferences,
  type PictureColumns,
  type PictureReference,
} from '#features/catalogue/products/product-pictures.ts'

/** Each picture has the first two fields; a new one has no address and uses the next file. */
export const PICTURE_LISTS = ['picture', 'picture_alt', 'picture_place', 'picture_removed'] as const
export const PICTURE_FILES = 'image'

type Listed = Record<(typeof PICTURE_LISTS)[number], readonly string[]>

/** Without scripts, positions and removals are separate fields. */
export function arrangePictures({
  picture,
  picture_alt,
  picture_place,
  picture_removed,
}: Listed): PictureReference[] {
  const listed = picture.map((image_url, index) => ({
    image_url,
    alt: trimWhiteSpace(picture_alt[index] ?? '') || null,
  }))
  return orderByPlaces(listed, picture_place).filter(({ image_url }) => !picture_removed.includes(image_url))
}

/** The pictures as one form value, to compare them with another editor's. */
export const picturesValue = (product: PictureColumns): string => JSON.stringify(toPictureReferences(product))
export const submittedPicturesValue = (fields: Listed): string => JSON.stringify(arrangePictures(fields))

/** Parses a value made in this file. */
export function parsePicturesValue(value: string | undefined): PictureReference[] {
  return value ? JSON.parse(value) : []
}

/** A form that is shown again omits pictures that the product has lost meanwhile. */
export const withoutLostPictures = (value: string, present: readonly PictureReference[]): string =>
  JSON.stringify(
    parsePicturesValue(value).filter(
      ({ image_url }) => image_url === '' || present.some((picture) => picture.image_url === image_url),
    ),
  )
