import { PICTURE_TYPES } from './picture-types.tsx'
import { readPictureFile } from './read-picture-file.tsx'

/** The file, or a smaller one if it is larger than the shop needs; or why the shop would refuse it. */
export async function shrinkPictureFile(file: File): Promise<{ file: File } | { problem: string }> {
  const picture = await readPictureFile(file)
  if ('problem' in picture) return picture
  const { bitmap, pixels } = picture
  const { MAX_BYTES, redrawWhole } = await import('./crop-picture.tsx')
  const isSmall = file.size <= MAX_BYTES && bitmap.width * bitmap.height === pixels
  if (isSmall && PICTURE_TYPES.includes(file.type)) return { file }
  const blob = await redrawWhole(picture).catch(() => null)
  // The shop may read files that no canvas can hold.
  return { file: blob ? new File([blob], 'picture', { type: blob.type }) : file }
}
