import { data, type LoaderFunctionArgs } from 'react-router'
import {
  findGoesWellWith,
  findProduct,
  findRelatedProducts,
  createUnknownProductSlugCheck,
} from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { productCacheTags } from '#shop/cache-tags/cache-tags.ts'
import { shopContext, cacheContext } from '#kit/requests/request-contexts.ts'
import { withParsedLabel } from './product-label.ts'
import { NOT_FOUND_PRODUCT_PATH, NONEXISTENT_SLUG } from '#features/catalogue/product-list/not-found-paths.ts'

/** /products/{slug}: 404 if the product is missing, 503 if the database fails. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const slug = params['slug'] ?? ''
  const [productResult, relatedResult, goesWellWithResult] = await Promise.allSettled([
    findProduct(shop, slug),
    findRelatedProducts(shop, slug),
    findGoesWellWith(shop, slug),
  ])
  if (productResult.status === 'rejected') {
    shop.log.error({ error: productResult.reason, slug }, 'the product could not be read')
    return data({ product: null, goesWellWith: [], more: [], offersStockAlert: false }, { status: 503 })
  }
  // Other products are optional: if they fail, they are omitted.
  for (const result of [relatedResult, goesWellWithResult])
    if (result.status === 'rejected')
      shop.log.error({ error: result.reason, slug }, 'the other products could not be read')
  const product = productResult.value && withParsedLabel(productResult.value)
  const more = relatedResult.status === 'fulfilled' ? relatedResult.value : []
  const goesWellWith = goesWellWithResult.status === 'fulfilled' ? goesWellWithResult.value : []
  if (product && relatedResult.status === 'fulfilled' && goesWellWithResult.status === 'fulfilled')
    context.get(cacheContext).setCacheTags(productCacheTags({ product, goesWellWith, more }))
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
  const offersStockAlert = shop.switches.customer_emails['stock-alert']
  return data({ product, goesWellWith, more, offersStockAlert }, { status: product ? 200 : 404 })
}
