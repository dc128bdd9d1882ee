import { MAX_PRODUCT_PICTURES } from '#shop/constants.ts'
import type { PictureReference } from '#features/catalogue/products/product-pictures.ts'
import { pictureErrorMessages } from '#features/pictures/picture-error-messages.ts'
import { CENTRE_POSITION, readPictureFile } from '#features/pictures/admin/read-picture-file.tsx'
import type { DecodedPicture } from '#features/pictures/admin/crop-picture.tsx'

export type CutPicture = { picture: DecodedPicture; position: number; blob: Blob; previewUrl: string }
/** A local file. Saving waits for `ready`, which is null if the file cannot be read; `cut` is shown meanwhile. */
export type NewPicture = { ready: Promise<CutPicture | null>; cut: CutPicture | null }

/** A picture of the form: an existing one, or a new one, which has no address yet. */
export type PictureRow = { key: string; image_url: string; alt: string; added: NewPicture | null }

export const toPictureRows = (pictures: readonly PictureReference[]): PictureRow[] =>
  pictures
    .filter(({ image_url }) => image_url !== '')
    .map(({ image_url, alt }) => ({ key: image_url, image_url, alt: alt ?? '', added: null }))

/** Rows that the shop returned after a refusal, with the files that only the browser has, including later ones. */
export function restoreRows(rows: readonly PictureRow[], sent: readonly PictureReference[]): PictureRow[] {
  const added = rows.filter((row) => row.added !== null)
  const restored = sent.flatMap(({ image_url, alt }): PictureRow[] => {
    if (image_url !== '') return toPictureRows([{ image_url, alt }])
    const row = added.shift()
    return row ? [{ ...row, alt: alt ?? '' }] : []
  })
  return [...restored, ...added]
}

export async function cropAdded(picture: DecodedPicture, position = CENTRE_POSITION): Promise<CutPicture> {
  const { cropSquare } = await import('#features/pictures/admin/crop-picture.tsx')
  const blob = await cropSquare(picture, position)
  return { picture, position, blob, previewUrl: URL.createObjectURL(blob) }
}

let lastRead: Promise<unknown> = Promise.resolve()

/** Sequential, because an uncompressed photo takes hundreds of megabytes. */
export function readAdded(file: File, onProblem: (problem: string) => void): NewPicture {
  const read = async () => {
    const picture = await readPictureFile(file)
    if ('problem' in picture) {
      onProblem(`${file.name}: ${picture.problem}`)
      return null
    }
    return cropAdded(picture).catch(() => {
      onProblem(`${file.name}: ${pictureErrorMessages['picture-damaged']}`)
      return null
    })
  }
  const ready = lastRead.then(read)
  lastRead = ready
  return { ready, cut: null }
}

export const freePlaces = (rows: readonly PictureRow[]): number => MAX_PRODUCT_PICTURES - rows.length

export const fileOf = async ({ ready }: NewPicture): Promise<Blob | null> => (await ready)?.blob ?? null

/** In the order of the rows without an address. */
export const addedFiles = (rows: readonly PictureRow[]): Promise<Blob | null>[] =>
  rows.flatMap(({ added }) => (added ? [fileOf(added)] : []))
