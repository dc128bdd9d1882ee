import { PICTURE_BUCKET } from '#shop/constants.ts'

/** The widths that every picture is made in, in pixels; a picture is never enlarged to reach one. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]
export const CONTENT_TYPE = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const satisfies Record<PictureFormat | 'jpg', string>
/** What a shared link shows of a picture: the size and the format that every site and messenger takes. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const

/** What an `<img>` needs of a picture to offer its widths. */
export type PictureWidths = { image_url: string; widths: readonly number[] }

/** Where the bucket is served. */
export const PUBLIC_PICTURE_PATH = `/storage/v1/object/public/${PICTURE_BUCKET}/`

/** File systems stop at 255 bytes a name, and the time and a variant's ending take up to 25 of them. */
const MAX_SLUG_LENGTH = 220
const nameOf = (slug: string, at: Date) => `${slug.slice(0, MAX_SLUG_LENGTH)}-${at.getTime()}.webp`

/** Key of a product's picture: `products/{category slug}/{slug}-{timestamp}.webp`. */
export const productPictureKey = (categorySlug: string, slug: string, at: Date) =>
  `products/${categorySlug}/${nameOf(slug, at)}`

/** Key of a category's picture: `categories/{slug}-{timestamp}.webp`. */
export const categoryPictureKey = (slug: string, at: Date) => `categories/${nameOf(slug, at)}`

const SAFE_KEY =
  /^(?:products\/[a-z0-9-]{1,255}|categories)\/[a-z0-9-]{1,240}(?:(?:@[1-9][0-9]{0,3})?\.(?:webp|avif)|@share\.jpg)$/

/** True for the keys of the bucket and their variants and for nothing else, so that no key can leave the bucket's folder. */
export const isPictureKey = (key: string) => SAFE_KEY.test(key)

/** The format that a key's ending names; the store writes no other. */
export const pictureFormatOfKey = (key: string) => (key.endsWith('.avif') ? 'avif' : key.endsWith('.jpg') ? 'jpg' : 'webp')

export const pictureUrl = (key: string) => PUBLIC_PICTURE_PATH + key

/** The key behind a public address, or null when the address is not one of the bucket's. */
export function pictureKeyFromUrl(imageUrl: string): string | null {
  if (!imageUrl.startsWith(PUBLIC_PICTURE_PATH)) return null
  const key = imageUrl.slice(PUBLIC_PICTURE_PATH.length)
  return isPictureKey(key) ? key : null
}

/** Key or address of one variant: `…/honey-17.webp` becomes `…/honey-17@480.avif`. */
export const pictureVariantKey = (keyOrUrl: string, width: number, format: PictureFormat) =>
  `${keyOrUrl.replace(/\.[a-z]+$/, '')}@${width}.${format}`

const SHARED = '@share.jpg'

/** Key or address of the picture that a shared link shows: `…/honey-17.webp` becomes `…/honey-17@share.jpg`. */
export const sharePictureKey = (keyOrUrl: string) => keyOrUrl.replace(/\.[a-z]+$/, '') + SHARED

/** The key of the picture behind a shared one; null for every other key. */
export const originalPictureKey = (key: string) => (key.endsWith(SHARED) ? `${key.slice(0, -SHARED.length)}.webp` : null)

/** The public address of a picture in one width and format. */
export const pictureVariantUrl = (imageUrl: string, width: number, format: PictureFormat) => pictureVariantKey(imageUrl, width, format)

/**
 * The `srcset` of a picture in one format, narrowest first: of its widths those that a screen can want in this place.
 * A list names them for each of its pictures, so that every one left out is felt in its size.
 */
export function srcSet(picture: PictureWidths, format: PictureFormat, { from, to }: Omit<PictureSlot, 'sizes'>) {
  const wanted = picture.widths.filter((width) => width >= from && width <= to)
  return (wanted.length > 0 ? wanted : picture.widths).map((width) => `${pictureVariantUrl(picture.image_url, width, format)} ${width}w`).join(', ')
}

/** The narrowest WebP that is at least so wide, for places that can name one file only (mail, sharing cards). */
export function pictureUrlAtLeast(picture: PictureWidths, width: number): string {
  const wide = picture.widths.find((each) => each >= width)
  return wide === undefined ? picture.image_url : pictureVariantUrl(picture.image_url, wide, 'webp')
}

/** How wide a picture is shown, as the `sizes` attribute says it, and the narrowest and widest file it may need there, in pixels. */
export type PictureSlot = { sizes: string; from: number; to: number }

/** The places of a picture; sharp phones show three pixels for one, desks up to two. */
export const PICTURE_SLOTS = {
  card: { sizes: '(min-width: 1024px) 280px, (min-width: 640px) 33vw, 50vw', from: 320, to: 640 },
  categoryRow: { sizes: '(min-width: 1024px) 180px, (min-width: 640px) 30vw, 45vw', from: 320, to: 640 },
  tile: { sizes: '(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw', from: 320, to: 960 },
  // A phone shows it whole in a low frame, so that it is narrower than the page.
  detail: { sizes: '(min-width: 1200px) 560px, (min-width: 736px) 46vw, 63vw', from: 320, to: 960 },
  thumbnail: { sizes: '80px', from: 160, to: 320 },
} as const satisfies Record<string, PictureSlot>
