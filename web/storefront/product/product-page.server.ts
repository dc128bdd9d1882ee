import { data, type LoaderFunctionArgs } from 'react-router'
import { findProduct, moreOfCategory, unknownSlugs } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { partsOfProduct } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { shopContext, shownContext } from '#web/http/request-contexts.ts'
import { withLabel } from './product-label.ts'
import { NO_PRODUCT, NO_SLUG } from '#web/storefront/errors/not-found-paths.ts'

/** /products/{slug}: a product that is missing or fails to load is not found (§2, §8); an outage is logged. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const slug = params['slug'] ?? ''
  const [found, beside] = await Promise.allSettled([findProduct(shop, slug), moreOfCategory(shop, slug)])
  if (found.status === 'rejected') {
    shop.log.error({ error: found.reason, slug }, 'the product could not be read')
    return data({ product: null, more: [] }, { status: 503 })
  }
  // A row that fails is left out: the product is what was asked for.
  if (beside.status === 'rejected') shop.log.error({ error: beside.reason, slug }, 'the products beside this one could not be read')
  const product = found.value && withLabel(found.value)
  const more = beside.status === 'fulfilled' ? beside.value : []
  if (product && beside.status === 'fulfilled') context.get(shownContext).says(partsOfProduct({ product, more }))
  if (!product) {
    const standsFor = slug === NO_SLUG ? await unknownSlugs(shop) : null
    context.get(shownContext).isNotThere({ standIn: NO_PRODUCT, parts: ['catalogue'], ...(standsFor && { standsFor }) })
  }
  return data({ product, more }, { status: product ? 200 : 404 })
}
