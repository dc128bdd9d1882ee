import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { CONTENT_TYPE, originalPictureKey, SHARE_PICTURE } from '#shop/picture-key.ts'
import type { StoredPicture } from '#platform/picture-store/picture-store.server.ts'

const JPEG = { quality: 82, chromaSubsampling: '4:2:0' } as const
const BACKGROUND_COLOUR = '#f5ede0'
const SEAM_BLUR = 16

type SharePictureDependencies = Pick<ShopDependencies, 'pictures' | 'log'>

let queue: Promise<unknown> = Promise.resolve()

/** Created on first request, because few are ever shared. Null if the key is not a share image or the original is missing. */
export function createSharePicture(
  dependencies: SharePictureDependencies,
  key: string,
): Promise<StoredPicture | null> {
  const original = originalPictureKey(key)
  if (original === null) return Promise.resolve(null)
  // Creates one at a time, so that page requests are not slowed down; a concurrent request finds it stored.
  const job = queue.then(
    async () => (await dependencies.pictures.read(key)) ?? createAndStore(dependencies, key, original),
  )
  queue = job.catch(() => undefined)
  return job
}

async function createAndStore(
  { pictures, log }: SharePictureDependencies,
  key: string,
  original: string,
): Promise<StoredPicture | null> {
  const picture = await pictures.read(original)
  if (!picture) return null
  const bytes = await picture.bytes()
  // Other photographs may be cropped; products are shown whole.
  const shareImage = await (key.startsWith('products/') ? extendSides(bytes) : cropToFill(bytes))
  try {
    await pictures.write(key, shareImage, CONTENT_TYPE.jpg)
  } catch (error) {
    log.error({ error, key }, 'share image could not be stored')
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

const cropToFill = (bytes: Uint8Array) =>
  sharp(bytes).flatten({ background: BACKGROUND_COLOUR }).resize(SHARE_PICTURE).jpeg(JPEG).toBuffer()

async function extendSides(bytes: Uint8Array) {
  const side = SHARE_PICTURE.height
  const margin = (SHARE_PICTURE.width - side) / 2
  const square = await sharp(bytes)
    .flatten({ background: BACKGROUND_COLOUR })
    .toColourspace('srgb')
    .resize(side, side)
    .raw()
    .toBuffer()
  const raw = { width: side, height: side, channels: 3 } as const
  const wide = await sharp(square, { raw })
    .extend({ left: margin, right: margin, extendWith: 'copy' })
    .raw()
    .toBuffer()
  return sharp(wide, { raw: { ...raw, width: SHARE_PICTURE.width } })
    .blur(SEAM_BLUR)
    .composite([{ input: square, raw, left: margin, top: 0 }])
    .jpeg(JPEG)
    .toBuffer()
}
