import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { CONTENT_TYPE, originalPictureKey, SHARE_PICTURE } from './picture-key.ts'
import type { StoredPicture } from './picture-store.server.ts'

const JPEG = { quality: 82, chromaSubsampling: '4:2:0' } as const
/** Behind a picture that is not transparent it never shows; the shop's cream. */
const BACKGROUND_COLOUR = '#f5ede0'
const SEAM_BLUR = 16

type SharePictureDependencies = Pick<ShopDependencies, 'pictures' | 'log'>

let queue: Promise<unknown> = Promise.resolve()

/**
 * Makes the picture that a shared link shows, when it is asked for the first time, and keeps it beside the others:
 * few products are ever shared, and those that were uploaded before this was made have one too.
 * In: the key that is missing. Out: the kept picture, or the made one where it could not be kept; null when the key is no shared one or its picture is not there.
 */
export function createSharePicture(dependencies: SharePictureDependencies, key: string): Promise<StoredPicture | null> {
  const original = originalPictureKey(key)
  if (original === null) return Promise.resolve(null)
  // One at a time, and the second who asks for the same finds it made: a page of the shop never waits behind many.
  const job = queue.then(async () => (await dependencies.pictures.read(key)) ?? createAndStore(dependencies, key, original))
  queue = job.catch(() => undefined)
  return job
}

async function createAndStore({ pictures, log }: SharePictureDependencies, key: string, original: string): Promise<StoredPicture | null> {
  const picture = await pictures.read(original)
  if (!picture) return null
  const bytes = await picture.bytes()
  // A category's photograph fills its square and may lose its edges; a product stands in its square whole.
  const shareImage = await (key.startsWith('categories/') ? cropToFill(bytes) : extendSides(bytes))
  try {
    await pictures.write(key, shareImage, CONTENT_TYPE.jpg)
  } catch (error) {
    // On a full disk the next who asks makes it again; nobody need go without it.
    log.error({ error, key }, 'a picture for shared links could not be kept')
    return unstoredPicture(shareImage, picture)
  }
  return pictures.read(key)
}

const unstoredPicture = (shareImage: Uint8Array, { lastModified }: StoredPicture): StoredPicture => ({
  contentType: CONTENT_TYPE.jpg,
  etag: `"${createHash('sha256').update(shareImage).digest('base64url').slice(0, 16)}"`,
  lastModified,
  size: shareImage.byteLength,
  bytes: () => Promise.resolve(new Uint8Array(shareImage)),
})

const cropToFill = (bytes: Uint8Array) => sharp(bytes).flatten({ background: BACKGROUND_COLOUR }).resize(SHARE_PICTURE).jpeg(JPEG).toBuffer()

/** The square in the middle, and its edges drawn out to both sides, softly, so that no seam shows. */
async function extendSides(bytes: Uint8Array) {
  const side = SHARE_PICTURE.height
  const margin = (SHARE_PICTURE.width - side) / 2
  const square = await sharp(bytes).flatten({ background: BACKGROUND_COLOUR }).toColourspace('srgb').resize(side, side).raw().toBuffer()
  const raw = { width: side, height: side, channels: 3 } as const
  const wide = await sharp(square, { raw }).extend({ left: margin, right: margin, extendWith: 'copy' }).raw().toBuffer()
  return sharp(wide, { raw: { ...raw, width: SHARE_PICTURE.width } })
    .blur(SEAM_BLUR)
    .composite([{ input: square, raw, left: margin, top: 0 }])
    .jpeg(JPEG)
    .toBuffer()
}
