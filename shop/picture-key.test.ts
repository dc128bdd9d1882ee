import { describe, expect, test } from 'vitest'
import {
  categoryPictureKey,
  pictureFormatOfKey,
  isPictureKey,
  pictureKeyFromUrl,
  originalPictureKey,
  pictureUrl,
  productPictureKey,
  sharePictureKey,
  srcSet,
  pictureUrlAtLeast,
  pictureVariantKey,
  pictureVariantUrl,
} from './picture-key.ts'

const at = new Date(1_763_700_000_000)
const honey = productPictureKey('honey-jaggery', 'wayanad-forest-honey', at)

describe('Keys of the bucket', () => {
  test('PICTURE-1 product keys contain the category, and all keys a timestamp', () => {
    expect(honey).toBe('products/honey-jaggery/wayanad-forest-honey-1763700000000.webp')
    expect(categoryPictureKey('honey-jaggery', at)).toBe('categories/honey-jaggery-1763700000000.webp')
  })

  test('CATALOGUE-5 slugs with a hyphen at an end give valid keys, and the longest slug fits a file name', () => {
    expect(isPictureKey(productPictureKey('chips-', '-banana-chips-', at))).toBe(true)
    const longest = pictureVariantKey(productPictureKey('a'.repeat(140), 'b'.repeat(220), at), 960, 'avif')
    expect(isPictureKey(longest)).toBe(true)
    expect(longest.split('/').at(-1)!.length).toBeLessThanOrEqual(255)
  })

  test.each([
    '',
    'products/honey/../../secret-1.webp',
    '../x-1.webp',
    '/etc/passwd',
    'products/honey/x-1.svg',
    'products/honey/x-1.webp\0.png',
    'products/honey/x-1.webp.html',
    'products/honey/.x-1.webp',
    'products//x-1.webp',
    'products/x-1.webp',
    'categories/a/x-1.webp',
    'categories\\x-1.webp',
    'products/honey/x-1@0.webp',
    'products/honey/x-1@99999.avif',
    'products/honey/',
    'categories/%2e%2e/x.webp',
    'categories/x-1.webp\n',
    'categories/x-1.jpg',
    'categories/x-1@480.jpg',
    'categories/x-1@share.webp',
    `categories/${'x'.repeat(300)}.webp`,
  ])('PICTURE-8 %j is no key', (key) => {
    expect(isPictureKey(key)).toBe(false)
    expect(pictureKeyFromUrl(pictureUrl(key))).toBeNull()
  })
})

describe('Picture URLs', () => {
  const picture = { image_url: pictureUrl(honey), widths: [160, 320, 480] }

  test('PICTURE-4 the public URL contains the key', () => {
    expect(picture.image_url).toBe(
      '/storage/v1/object/public/product-images/products/honey-jaggery/wayanad-forest-honey-1763700000000.webp',
    )
    expect(pictureKeyFromUrl(picture.image_url)).toBe(honey)
    expect(pictureKeyFromUrl('/somewhere/else.webp')).toBeNull()
  })

  test('a variant is named by width and format, and the srcset is sorted by width', () => {
    const base = picture.image_url.slice(0, -'.webp'.length)
    expect(pictureVariantUrl(picture.image_url, 480, 'avif')).toBe(`${base}@480.avif`)
    const any = { from: 0, to: 9999 }
    expect(srcSet(picture, 'webp', any)).toBe(
      `${base}@160.webp 160w, ${base}@320.webp 320w, ${base}@480.webp 480w`,
    )
  })

  test('a slot gets the widths it needs, and a smaller picture all of its own', () => {
    const widthsIn = (place: { from: number; to: number }) =>
      [...srcSet(picture, 'avif', place).matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
    expect(widthsIn({ from: 320, to: 640 })).toEqual([320, 480])
    expect(widthsIn({ from: 160, to: 320 })).toEqual([160, 320])
    expect(widthsIn({ from: 640, to: 960 })).toEqual([160, 320, 480])
  })

  test('a share image is a JPEG whose key leads to the original', () => {
    const shared = sharePictureKey(honey)
    expect(shared).toBe('products/honey-jaggery/wayanad-forest-honey-1763700000000@share.jpg')
    expect([isPictureKey(shared), pictureFormatOfKey(shared)]).toEqual([true, 'jpg'])
    expect(originalPictureKey(shared)).toBe(honey)
    expect(originalPictureKey(honey)).toBeNull()
  })

  test('the narrowest sufficient width, otherwise the main file', () => {
    expect(pictureUrlAtLeast(picture, 300)).toBe(pictureVariantUrl(picture.image_url, 320, 'webp'))
    expect(pictureUrlAtLeast(picture, 481)).toBe(picture.image_url)
  })
})
