import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'
import { ProductGallery } from './product-gallery.tsx'

const picture = (place: number, alt: string) => ({
  image_url: `/storage/${place}.webp`,
  width: 960,
  height: 960,
  widths: [160, 320, 640, 960],
  alt,
})
const render = (...pictures: ReturnType<typeof picture>[]) =>
  renderToStaticMarkup(
    <ShopIdentityProvider value={demonstrationIdentity}>
      <ProductGallery product={{ name: 'Honey', badge: null, is_best_seller: false, pictures }} />
    </ShopIdentityProvider>,
  )

describe('STOREFRONT-35 The pictures of the product page, without scripts', () => {
  const html = render(picture(1, 'Jar'), picture(2, 'Label'), picture(3, 'Honey'))

  test('STOREFRONT-36 each opens as a file, and a thumbnail leads to it', () => {
    for (const place of [1, 2, 3]) {
      expect(html).toMatch(new RegExp(`<a id="picture-${place}" href="/storage/${place}\\.webp"`))
      expect(html).toContain(`href="#picture-${place}"`)
    }
    expect(html).toContain('aria-label="Enlarge the picture: Label"')
    expect(html).toContain('aria-label="Picture 2: Label"')
  })

  test('only the first is loaded at once; all have their size', () => {
    const images = html.match(/<img[^>]*>/g)!
    expect(images).toHaveLength(6)
    expect(images.map((image) => image.includes('loading="eager"'))).toEqual([true, ...Array(5).fill(false)])
    expect(images.filter((image) => image.includes('fetchPriority="high"'))).toEqual([images[0]])
    expect(images.filter((image) => !image.includes('width="960" height="960"'))).toEqual([])
  })

  test('one picture has no thumbnails, and none has no link', () => {
    expect(render(picture(1, 'Jar'))).not.toContain('thumbnails')
    expect(render()).toContain('aria-label="Honey"')
    expect(render()).not.toContain('<a')
  })
})
