import { data, type LoaderFunctionArgs } from 'react-router'
import {
  findProduct,
  findRelatedProducts,
  createUnknownProductSlugCheck,
} from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { productCacheTags } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { shopContext, cacheContext } from '#web/http/request-contexts.ts'
import { withParsedLabel } from './product-label.ts'
import { NOT_FOUND_PRODUCT_PATH, NONEXISTENT_SLUG } from '#web/storefront/errors/not-found-paths.ts'

/** /products/{slug}: 404 if the product is missing, 503 if the database fails. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const slug = params['slug'] ?? ''
  const [productResult, relatedResult] = await Promise.allSettled([
    findProduct(shop, slug),
    findRelatedProducts(shop, slug),
  ])
  if (productResult.status === 'rejected') {
    shop.log.error({ error: productResult.reason, slug }, 'the product could not be read')
    return data({ product: null, more: [] }, { status: 503 })
  }
  // Related products are optional: if they fail, they are left out.
  if (relatedResult.status === 'rejected')
    shop.log.error({ error: relatedResult.reason, slug }, 'the related products could not be read')
  const product = productResult.value && withParsedLabel(productResult.value)
  const more = relatedResult.status === 'fulfilled' ? relatedResult.value : []
  if (product && relatedResult.status === 'fulfilled')
    context.get(cacheContext).setCacheTags(productCacheTags({ product, more }))
  if (!product) {
    const coversAddress = slug === NONEXISTENT_SLUG ? await createUnknownProductSlugCheck(shop) : null
    context
      .get(cacheContext)
      .setNotFound({
        placeholderPath: NOT_FOUND_PRODUCT_PATH,
        cacheTags: ['catalogue'],
        ...(coversAddress && { coversAddress }),
      })
  }
  return data({ product, more }, { status: product ? 200 : 404 })
}
