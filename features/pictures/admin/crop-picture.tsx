import { MAX_PRODUCT_PICTURES, MAX_UPLOAD_BYTES } from '#shop/constants.ts'

const MAX_SIDE = 1600
const QUALITIES = [0.92, 0.8, 0.6]
/** Lets all pictures of a product fit into one upload. */
export const MAX_BYTES = MAX_UPLOAD_BYTES / MAX_PRODUCT_PICTURES

export type DecodedPicture = { bitmap: ImageBitmap; isSquare: boolean; isWide: boolean; pixels: number }

/** Applies the orientation and keeps only what the crop may need; throws if the file is not an image. */
export async function decodePicture(file: Blob): Promise<DecodedPicture> {
  const whole = await createImageBitmap(file)
  const { width, height } = whole
  const scale = MAX_SIDE / Math.min(width, height)
  const isSmall = scale >= 1
  const bitmap = isSmall
    ? whole
    : await createImageBitmap(whole, {
        resizeWidth: Math.round(width * scale),
        resizeHeight: Math.round(height * scale),
        resizeQuality: 'high',
      })
  // Uncompressed, a photo of 100 megapixels takes 400 MB.
  if (!isSmall) whole.close()
  return { bitmap, isSquare: width === height, isWide: width > height, pixels: width * height }
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
  return encode(canvas)
}

/** The whole picture, at the size that {@link decodePicture} keeps. */
export async function redrawWhole({ bitmap }: DecodedPicture): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
  return encode(canvas)
}

async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  let type = 'image/webp'
  let smallest: Blob | undefined
  for (const quality of QUALITIES) {
    let blob = await toBlob(canvas, type, quality)
    if (blob.type !== type) {
      // Safari writes PNG instead of WebP: small for a drawing, several times as large for a photo.
      if (blob.size <= MAX_BYTES) return blob
      type = 'image/jpeg'
      fillBehind(canvas)
      blob = await toBlob(canvas, type, quality)
    }
    smallest = blob
    if (blob.size <= MAX_BYTES) break
  }
  return smallest!
}

/** JPEG has no transparency, which would become black. */
function fillBehind(canvas: HTMLCanvasElement) {
  const context = canvas.getContext('2d')!
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, quality)
  })
