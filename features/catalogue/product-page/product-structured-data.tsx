import { SALT_PER_SODIUM } from '#features/catalogue/nutrition/nutrition.ts'
import { inOneLine } from '#shop/text/written-parts.ts'
import { breadcrumbStructuredData } from '#kit/document-head/breadcrumb-structured-data.ts'
import type { Head } from '#kit/document-head/head.ts'
import { categoryPath } from '#features/catalogue/categories/category-path.ts'
import { toShareImage } from '#kit/document-head/share-image.ts'
import type { LabelledProduct } from './product-label.ts'

const pathOf = ({ slug }: LabelledProduct) => `/products/${slug}`

export function buildProductHead(product: LabelledProduct, publicUrl: string, shopName: string): Head {
  const { name, description, brand, net_weight, category, picture } = product
  const title = [name, net_weight].filter(Boolean).join(', ')
  return {
    title: `${title} – ${shopName}`,
    canonical: pathOf(product),
    isProduct: true,
    ...(import.meta.env.SSR && {
      description:
        inOneLine(description) || `${title}: ${category.name} by ${brand}, delivered in the United Kingdom.`,
      ...(picture && { picture: toShareImage(picture.image_url, product.pictures[0]?.alt ?? name) }),
      structuredData: [productData(product, publicUrl), ...breadcrumbTrail(product, publicUrl)],
    }),
  }
}

const breadcrumbTrail = (product: LabelledProduct, publicUrl: string) =>
  breadcrumbStructuredData(publicUrl, [
    { label: 'Home', to: '/' },
    { label: 'Products', to: '/products' },
    { label: product.category.name, to: categoryPath(product.category.slug) },
    { label: product.name, to: pathOf(product) },
  ])

function productData(product: LabelledProduct, publicUrl: string) {
  const {
    name,
    slug,
    sku,
    barcode,
    description,
    price,
    offer,
    stock,
    brand,
    category,
    country_of_origin,
    picture,
    label: { weightInGrams },
  } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku: sku ?? slug,
    ...(barcode !== null && { gtin: barcode }),
    ...(description.length > 0 && { description: inOneLine(description) }),
    ...(picture && { image: publicUrl + picture.image_url }),
    brand: { '@type': 'Brand', name: brand },
    category: category.name,
    ...(country_of_origin && { countryOfOrigin: toCountry(country_of_origin) }),
    ...nutritionData(product),
    ...(weightInGrams !== null && {
      weight: { '@type': 'QuantitativeValue', value: weightInGrams, unitCode: 'GRM' },
    }),
    offers: {
      '@type': 'Offer',
      url: publicUrl + pathOf(product),
      price: price.toFixed(2),
      priceCurrency: 'GBP',
      ...(offer && { priceValidUntil: offer.validUntil, ...formerPriceData(offer.was) }),
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  }
}

const formerPriceData = (was: number | null) =>
  was !== null && {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceType: 'https://schema.org/StrikethroughPrice',
      price: was.toFixed(2),
      priceCurrency: 'GBP',
    },
  }

/** 'United Kingdom (packed); spices from India' counts as the United Kingdom. */
const toCountry = (origin: string) => ({ '@type': 'Country', name: origin.split(/[(;,]/)[0]!.trim() })

const SCHEMA_PROPERTIES = {
  fat: 'fatContent',
  saturates: 'saturatedFatContent',
  carbohydrates: 'carbohydrateContent',
  sugars: 'sugarContent',
  fibre: 'fiberContent',
  protein: 'proteinContent',
} as const

/** schema.org has sodium instead of salt. */
function nutritionData({ label: { nutrition } }: LabelledProduct) {
  if (!nutrition) return {}
  const { per, kilocalories, rows } = nutrition
  const amounts = Object.fromEntries(rows.map(({ key, amount }) => [key, amount]))
  const [, salt] = /^([\d.]+) g$/.exec(amounts['salt'] ?? '') ?? []
  return {
    nutrition: {
      '@type': 'NutritionInformation',
      servingSize: per,
      ...(kilocalories !== null && { calories: `${kilocalories} kcal` }),
      ...Object.fromEntries(
        Object.entries(SCHEMA_PROPERTIES).flatMap(([key, name]) =>
          amounts[key] ? [[name, amounts[key]]] : [],
        ),
      ),
      ...(salt && { sodiumContent: `${Math.round((Number(salt) / SALT_PER_SODIUM) * 1000)} mg` }),
    },
  }
}
