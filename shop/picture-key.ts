import { PICTURE_BUCKET } from './constants.ts'

/** In pixels; pictures are never enlarged. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]
export const CONTENT_TYPE = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<PictureFormat | 'jpg' | 'png', string>
/** All sites accept Open Graph images of this size and format. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const

export type PictureWidths = { image_url: string; widths: readonly number[] }

export const PUBLIC_PICTURE_PATH = `/storage/v1/object/public/${PICTURE_BUCKET}/`

/** File names have at most 255 bytes; timestamp and variant suffix take up to 25. */
const MAX_SLUG_LENGTH = 220
const nameOf = (slug: string, at: Date) => `${slug.slice(0, MAX_SLUG_LENGTH)}-${at.getTime()}.webp`

export const productPictureKey = (categorySlug: string, slug: string, at: Date) =>
  `products/${categorySlug}/${nameOf(slug, at)}`

export const categoryPictureKey = (slug: string, at: Date) => `categories/${nameOf(slug, at)}`

/** Keys for the shop's own pictures: its logo and the picture of the home page. */
export const shopPictureKey = (name: 'logo' | 'hero', at: Date) => `shop/${nameOf(name, at)}`

const SAFE_KEY =
  /^(?:products\/[a-z0-9-]{1,255}|categories|shop)\/[a-z0-9-]{1,240}(?:(?:@[1-9][0-9]{0,3})?\.(?:webp|avif)|@share\.jpg|@email\.png)$/

/** Such keys cannot leave the bucket's directory. */
export const isPictureKey = (key: string) => SAFE_KEY.test(key)

export const pictureFormatOfKey = (key: string) =>
  key.endsWith('.avif') ? 'avif' : key.endsWith('.jpg') ? 'jpg' : key.endsWith('.png') ? 'png' : 'webp'

export const pictureUrl = (key: string) => PUBLIC_PICTURE_PATH + key

/** Null if the URL is not in the bucket. */
export function pictureKeyFromUrl(imageUrl: string): string | null {
  if (!imageUrl.startsWith(PUBLIC_PICTURE_PATH)) return null
  const key = imageUrl.slice(PUBLIC_PICTURE_PATH.length)
  return isPictureKey(key) ? key : null
}

/** `…/honey-17.webp` becomes `…/honey-17@480.avif`. */
export const pictureVariantKey = (keyOrUrl: string, width: number, format: PictureFormat) =>
  `${keyOrUrl.replace(/\.[a-z]+$/, '')}@${width}.${format}`

/** Not every email client reads WebP. `…/logo-17.webp` becomes `…/logo-17@email.png`. */
export const emailPictureKey = (keyOrUrl: string) => `${keyOrUrl.replace(/\.[a-z]+$/, '')}@email.png`

const SHARED = '@share.jpg'

/** `…/honey-17.webp` becomes `…/honey-17@share.jpg`. */
export const sharePictureKey = (keyOrUrl: string) => keyOrUrl.replace(/\.[a-z]+$/, '') + SHARED

export const originalPictureKey = (key: string) =>
  key.endsWith(SHARED) ? `${key.slice(0, -SHARED.length)}.webp` : null

export const pictureVariantUrl = (imageUrl: string, width: number, format: PictureFormat) =>
  pictureVariantKey(imageUrl, width, format)

/** Narrowest first, only with the widths that the slot needs, because lists repeat them for each picture. */
export function srcSet(
  picture: PictureWidths,
  format: PictureFormat,
  { from, to }: Omit<PictureSlot, 'sizes'>,
) {
  const wanted = picture.widths.filter((width) => width >= from && width <= to)
  return (wanted.length > 0 ? wanted : picture.widths)
    .map((width) => `${pictureVariantUrl(picture.image_url, width, format)} ${width}w`)
    .join(', ')
}

/** In pixels; for emails and metadata, which use one file. */
export function pictureUrlAtLeast(picture: PictureWidths, width: number): string {
  const wide = picture.widths.find((each) => each >= width)
  return wide === undefined ? picture.image_url : pictureVariantUrl(picture.image_url, wide, 'webp')
}

/** The `sizes` attribute, and the narrowest and widest useful file in pixels. */
export type PictureSlot = { sizes: string; from: number; to: number }

/** Phones have up to 3 device pixels per CSS pixel, desktops up to 2. */
export const PICTURE_SLOTS = {
  card: { sizes: '(min-width: 1024px) 280px, (min-width: 640px) 33vw, 50vw', from: 320, to: 640 },
  categoryRow: { sizes: '(min-width: 1024px) 180px, (min-width: 640px) 30vw, 45vw', from: 320, to: 640 },
  tile: { sizes: '(min-width: 1024px) 400px, (min-width: 640px) 50vw, 100vw', from: 320, to: 960 },
  detail: { sizes: '(min-width: 1200px) 560px, (min-width: 736px) 46vw, 63vw', from: 320, to: 960 },
  thumbnail: { sizes: '80px', from: 160, to: 320 },
} as const satisfies Record<string, PictureSlot>

export const variantKeys = (key: string, widths: readonly number[]): string[] =>
  widths.flatMap((width) => PICTURE_FORMATS.map((format) => pictureVariantKey(key, width, format)))
