import sharp, { type Metadata } from 'sharp'
import type { pictureErrorMessages } from './picture-error-messages.ts'
import { MAX_HIGH_MEMORY_MEGAPIXELS, MAX_UPLOAD_BYTES, MAX_UPLOAD_MEGAPIXELS } from '#shop/constants.ts'
import { done, refused } from '#shop/outcome.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '#shop/picture-key.ts'
import type { PictureFormat } from '#shop/picture-key.ts'
import { detectPictureFormat } from './detect-picture-format.server.ts'

/** Increase this when the output changes; prepared demo pictures are then regenerated. */
const PIPELINE_VERSION = 1
/** AVIF effort 3 takes about a second per upload; 4 takes three times as long for 5 % fewer bytes. */
const ENCODERS = {
  avif: { quality: 50, effort: 3, chromaSubsampling: '4:4:4' },
  webp: { quality: 74, effort: 6, smartSubsample: true },
} as const satisfies Record<PictureFormat, object>
const DRAWN_WEBP = { nearLossless: true, quality: 60, effort: 6 }
const PLACEHOLDER = { side: 12, blur: 0.6, quality: 30, maxDataUriLength: 300 }
const MAX_SIDE = Math.max(...PICTURE_WIDTHS)

export const PIPELINE_SETTINGS = { PIPELINE_VERSION, PICTURE_WIDTHS, ENCODERS, PLACEHOLDER }

/** How a picture is cropped, and in which widths it is stored. */
export type PictureShape = {
  /** In pixels; pictures are never enlarged. If empty, the picture is stored in its own width only. */
  widths: readonly number[]
  /** Width divided by height, cropped around the centre; null keeps the whole picture within `maxWidth` and `maxHeight`. */
  ratio: number | null
  maxWidth: number
  maxHeight: number
  /** Has drawn letters and edges, which WebP for photographs would blur. */
  isDrawn?: true
}
const SQUARE: PictureShape = { widths: PICTURE_WIDTHS, ratio: 1, maxWidth: MAX_SIDE, maxHeight: MAX_SIDE }

export type PictureProblem = keyof typeof pictureErrorMessages

type PreparedFile = { width: number; format: PictureFormat; bytes: Buffer }
export type PreparedPicture = {
  width: number
  height: number
  widths: number[]
  /** A tiny blurred data: URI; null if it would be too large. */
  placeholder: string | null
  files: PreparedFile[]
}
type PipelineOptions = { avifEffort?: number; shape?: PictureShape }

sharp.cache(false)
// One thread and one picture at a time, so that uploads do not slow down page requests.
sharp.concurrency(1)
let queue: Promise<unknown> = Promise.resolve()

/**
 * Rotates upright, crops to the shape (square by default), strips metadata and encodes all widths without enlarging. Refuses files that are
 * empty, damaged, over the limits of `constants.ts`, or not JPEG, PNG, WebP or AVIF by their bytes.
 */
export function preparePicture(
  bytes: Uint8Array,
  options: PipelineOptions = {},
): Promise<Outcome<PreparedPicture, Refusal<PictureProblem>>> {
  const job = queue.then(() => processPicture(bytes, options))
  queue = job.catch(() => undefined)
  return job
}

async function processPicture(bytes: Uint8Array, options: PipelineOptions) {
  if (bytes.byteLength === 0) return refused('picture-missing')
  if (bytes.byteLength > MAX_UPLOAD_BYTES) return refused('picture-too-heavy')
  const kind = detectPictureFormat(bytes)
  if (kind === null) return refused('picture-kind-unknown')
  try {
    const upload = sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
    const metadata = await upload.metadata()
    if (metadata.format !== kind) return refused('picture-kind-unknown')
    // The header contains the size, so that a decompression bomb is refused before decoding.
    const megapixels = (metadata.width * metadata.height) / 1_000_000
    if (megapixels > MAX_UPLOAD_MEGAPIXELS) return refused('picture-too-many-pixels')
    if (megapixels > MAX_HIGH_MEMORY_MEGAPIXELS && needsMoreMemory(metadata))
      return refused('picture-too-many-pixels-for-its-kind')
    const shape = options.shape ?? SQUARE
    const pixels = await decode(bytes, targetSize(metadata.autoOrient, shape))
    return done(await encodeAllWidths(pixels, shape, options))
  } catch {
    return refused('picture-damaged')
  }
}

/** Decoding these takes at least twice the memory. */
const needsMoreMemory = ({ format, depth }: Metadata) => format === 'heif' || depth !== 'uchar'

type Size = { width: number; height: number }
type Pixels = Size & { data: Buffer; channels: 1 | 2 | 3 | 4 }

function targetSize(upload: Size, { ratio, maxWidth, maxHeight }: PictureShape): Size {
  const cut = ratio === null ? upload.width / upload.height : ratio
  const width = Math.min(upload.width, upload.height * cut, maxWidth, maxHeight * cut)
  return { width: Math.max(Math.round(width), 1), height: Math.max(Math.round(width / cut), 1) }
}

async function decode(bytes: Uint8Array, { width, height }: Size): Promise<Pixels> {
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MAX_UPLOAD_MEGAPIXELS * 1_000_000,
    failOn: 'error',
    pages: 1,
  })
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize(width, height, { fit: 'cover', position: 'centre' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width, height, channels: info.channels }
}

const fromPixels = ({ data, width, height, channels }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

async function encodeAllWidths(
  pixels: Pixels,
  { widths: shapeWidths, isDrawn }: PictureShape,
  { avifEffort = ENCODERS.avif.effort }: PipelineOptions,
) {
  // Includes the full width of small pictures, to lose no detail. The narrowest width always exists, for
  // places that know only the URL, such as the cart.
  const widths = [
    ...shapeWidths.filter((width) => width < pixels.width),
    Math.max(pixels.width, shapeWidths[0] ?? 0),
  ]
  const files: PreparedFile[] = []
  for (const width of widths) {
    for (const format of PICTURE_FORMATS) {
      const sized = fromPixels(pixels).resize(Math.min(width, pixels.width))
      const encoded =
        format === 'avif'
          ? sized.avif({ ...ENCODERS.avif, effort: avifEffort })
          : sized.webp(isDrawn ? DRAWN_WEBP : ENCODERS.webp)
      files.push({ width, format, bytes: await encoded.toBuffer() })
    }
  }
  const prepared: PreparedPicture = {
    width: pixels.width,
    height: pixels.height,
    widths,
    placeholder: await createPlaceholder(pixels),
    files,
  }
  return prepared
}

async function createPlaceholder(pixels: Pixels) {
  const { side, blur, quality, maxDataUriLength } = PLACEHOLDER
  const bytes = await fromPixels(pixels)
    .resize(side, side)
    .flatten({ background: '#fff' })
    .blur(blur)
    .webp({ quality, effort: 6 })
    .toBuffer()
  const address = `data:image/webp;base64,${bytes.toString('base64')}`
  return address.length <= maxDataUriLength ? address : null
}
