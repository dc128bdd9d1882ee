const MAX_SIDE = 1600
const QUALITY = 0.92

export type DecodedPicture = { bitmap: ImageBitmap; isSquare: boolean; isWide: boolean }

/** Applies the orientation; throws if the file is not an image. */
export async function decodePicture(file: Blob): Promise<DecodedPicture> {
  const bitmap = await createImageBitmap(file)
  return { bitmap, isSquare: bitmap.width === bitmap.height, isWide: bitmap.width > bitmap.height }
}

/** `position`: 0 is the left or top edge, 100 the right or bottom. */
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
