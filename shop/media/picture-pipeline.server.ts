import sharp, { type Metadata } from 'sharp'
import type { pictureErrorMessages } from './picture-error-messages.ts'
import { MAX_HIGH_MEMORY_MEGAPIXELS, MAX_UPLOAD_BYTES, MAX_UPLOAD_MEGAPIXELS } from '#shop/constants.ts'
import { done, refused } from '#shop/outcome.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import { PICTURE_FORMATS, PICTURE_WIDTHS } from './picture-key.ts'
import type { PictureFormat } from './picture-key.ts'
import { detectPictureFormat } from './detect-picture-format.server.ts'

/** Bump when the making changes: prepared demo pictures are then made anew. */
const PIPELINE_VERSION = 1
/** AVIF effort 3 makes an upload in about a second; 4 takes three times as long for 5 % fewer bytes. */
const ENCODERS = {
  avif: { quality: 50, effort: 3, chromaSubsampling: '4:4:4' },
  webp: { quality: 74, effort: 6, smartSubsample: true },
} as const satisfies Record<PictureFormat, object>
const PLACEHOLDER = { side: 12, blur: 0.6, quality: 30, maxDataUriLength: 300 }
const MIN_WIDTH = PICTURE_WIDTHS[0]
const MAX_SIDE = Math.max(...PICTURE_WIDTHS)

/** Everything that decides the bytes that come out, for the manifest of prepared pictures. */
export const PIPELINE_SETTINGS = { PIPELINE_VERSION, PICTURE_WIDTHS, ENCODERS, PLACEHOLDER }

/** Each has its sentence in {@link pictureProblems}. */
export type PictureProblem = keyof typeof pictureErrorMessages

export type PreparedFile = { width: number; format: PictureFormat; bytes: Buffer }
/** A picture in every width and format, not yet kept anywhere. It is square: width and height are equal. */
export type PreparedPicture = {
  width: number
  height: number
  widths: number[]
  /** Tiny and blurred, as a data: address; null for the rare picture that cannot be told in so few bytes. */
  placeholder: string | null
  files: PreparedFile[]
}
type PipelineOptions = { avifEffort?: number }

sharp.cache(false)
// One thread a picture, and one picture at a time: an upload may wait, a shopper's page may not.
sharp.concurrency(1)
let queue: Promise<unknown> = Promise.resolve()

/**
 * Makes the shop's pictures out of an uploaded file: turned upright, cropped square around its middle, without any
 * metadata, in the fixed widths (never enlarged). What the file is, is read from its bytes and never from its name.
 * Refuses files that are empty, over the limits of `spec.ts`, of another kind than JPEG, PNG, WebP or AVIF, or damaged.
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
    // The header alone tells the size, so that a pixel flood is turned away before it is decoded.
    const megapixels = (metadata.width * metadata.height) / 1_000_000
    if (megapixels > MAX_UPLOAD_MEGAPIXELS) return refused('picture-too-many-pixels')
    if (megapixels > MAX_HIGH_MEMORY_MEGAPIXELS && needsMoreMemory(metadata)) return refused('picture-too-many-pixels-for-its-kind')
    return done(await encodeAllWidths(await decodeSquare(bytes, Math.min(metadata.width, metadata.height)), options))
  } catch {
    return refused('picture-damaged')
  }
}

/** What takes twice the memory of any other picture to decode, or more: AVIF, and more than 8 bits a channel. */
const needsMoreMemory = ({ format, depth }: Metadata) => format === 'heif' || depth !== 'uchar'

type Pixels = { data: Buffer; side: number; channels: 1 | 2 | 3 | 4 }

async function decodeSquare(bytes: Uint8Array, shorterSide: number): Promise<Pixels> {
  const side = Math.min(shorterSide, MAX_SIDE)
  const { data, info } = await sharp(bytes, {
    limitInputPixels: MAX_UPLOAD_MEGAPIXELS * 1_000_000,
    failOn: 'error',
    pages: 1,
  })
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize(side, side, { fit: 'cover', position: 'centre' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, side, channels: info.channels as Pixels['channels'] }
}

const fromPixels = ({ data, side, channels }: Pixels) => sharp(data, { raw: { width: side, height: side, channels } })

async function encodeAllWidths(pixels: Pixels, { avifEffort = ENCODERS.avif.effort }: PipelineOptions) {
  // A picture narrower than the widest is offered in its own full width too, so that no detail is lost. The narrowest is
  // always there by its name, for places such as the cart that know an address and nothing else.
  const widths = [...PICTURE_WIDTHS.filter((width) => width < pixels.side), Math.max(pixels.side, MIN_WIDTH)]
  const files: PreparedFile[] = []
  for (const width of widths) {
    for (const format of PICTURE_FORMATS) {
      const sized = fromPixels(pixels).resize(Math.min(width, pixels.side))
      const encoded = format === 'avif' ? sized.avif({ ...ENCODERS.avif, effort: avifEffort }) : sized.webp(ENCODERS.webp)
      files.push({ width, format, bytes: await encoded.toBuffer() })
    }
  }
  const prepared: PreparedPicture = {
    width: pixels.side,
    height: pixels.side,
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
