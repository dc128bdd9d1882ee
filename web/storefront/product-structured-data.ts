import type { ProductDetail } from '#shop/catalogue/product.ts'
import { urlAtLeast } from '#shop/media/picture-key.ts'
import type { Head } from '#web/kernel/head.ts'

const SHARED_PICTURE_WIDTH = 640
const DESCRIPTION_LENGTH = 155

/** A product's title, description and structured data: what it costs and whether it is in stock, and no ratings. */
export function productHead(product: ProductDetail, publicUrl: string, shopName: string): Head {
  const { name, slug, description, price, stock, brand, category, picture, net_weight } = product
  const path = `/products/${slug}`
  const image = picture ? urlAtLeast(picture, SHARED_PICTURE_WIDTH) : undefined
  return {
    title: `${[name, net_weight].filter(Boolean).join(', ')} – ${shopName}`,
    description: shorten(description ?? `${name} from ${shopName}, delivered in the United Kingdom.`),
    canonical: path,
    image,
    structuredData: [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name,
        description,
        image: image && publicUrl + image,
        brand: { '@type': 'Brand', name: brand },
        category: category.name,
        offers: {
          '@type': 'Offer',
          url: publicUrl + path,
          price: price.toFixed(2),
          priceCurrency: 'GBP',
          availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
        },
      },
    ],
  }
}

function shorten(text: string) {
  if (text.length <= DESCRIPTION_LENGTH) return text
  return `${text.slice(0, text.lastIndexOf(' ', DESCRIPTION_LENGTH))}…`
}
