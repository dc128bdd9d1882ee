import { MAX_PRODUCT_PICTURES } from '#shop/constants.ts'
import type { PictureReference } from '#shop/catalogue/products/product-pictures.ts'
import { CENTRE_POSITION } from './read-picture-file.ts'
import type { DecodedPicture } from './crop-picture.ts'

export type NewPicture = { picture: DecodedPicture; position: number; blob: Blob; previewUrl: string }

/** A picture of the form: one that the product has, or a new one, which has no address yet. */
export type PictureRow = { key: string; image_url: string; alt: string; added: NewPicture | null }

export const toPictureRows = (pictures: readonly PictureReference[]): PictureRow[] =>
  pictures
    .filter(({ image_url }) => image_url !== '')
    .map(({ image_url, alt }) => ({ key: image_url, image_url, alt: alt ?? '', added: null }))

/** What the shop sent back after a refusal, with the files that only the browser has. */
export function restoreRows(rows: readonly PictureRow[], sent: readonly PictureReference[]): PictureRow[] {
  const added = rows.filter((row) => row.added !== null).values()
  return sent.flatMap(({ image_url, alt }): PictureRow[] => {
    if (image_url !== '') return toPictureRows([{ image_url, alt }])
    const { value: row } = added.next()
    return row ? [{ ...row, alt: alt ?? '' }] : []
  })
}

export async function cropAdded(picture: DecodedPicture, position = CENTRE_POSITION): Promise<NewPicture> {
  const { cropSquare } = await import('./crop-picture.ts')
  const blob = await cropSquare(picture, position)
  return { picture, position, blob, previewUrl: URL.createObjectURL(blob) }
}

export const freePlaces = (rows: readonly PictureRow[]): number => MAX_PRODUCT_PICTURES - rows.length

/** In the order of the rows without an address. */
export const addedFiles = (rows: readonly PictureRow[]): Blob[] =>
  rows.flatMap(({ added }) => (added ? [added.blob] : []))
