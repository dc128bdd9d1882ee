/** Fetched only when a picture was chosen: reading and cutting it in the browser. */

/** Wide enough for the shop's widest picture on a screen of double density, and quickly sent. */
const MAX_SIDE = 1600
const QUALITY = 0.92

export type DecodedPicture = { bitmap: ImageBitmap; isSquare: boolean; isWide: boolean }

/** Reads a chosen file, turned upright; throws for what is no picture. */
export async function decodePicture(file: Blob): Promise<DecodedPicture> {
  const bitmap = await createImageBitmap(file)
  return { bitmap, isSquare: bitmap.width === bitmap.height, isWide: bitmap.width > bitmap.height }
}

/** Cuts the shop's square out of a picture; `position` is 0 for its start (left or top), 100 for its end. */
export async function cropSquare({ bitmap }: DecodedPicture, position: number): Promise<Blob> {
  const shorter = Math.min(bitmap.width, bitmap.height)
  const side = Math.min(shorter, MAX_SIDE)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const share = position / 100
  const [left, top] = [(bitmap.width - shorter) * share, (bitmap.height - shorter) * share]
  canvas.getContext('2d')!.drawImage(bitmap, left, top, shorter, shorter, 0, 0, side, side)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/webp', QUALITY)
  })
}
