import { data, type LoaderFunctionArgs } from 'react-router'
import { findProduct, moreOfCategory } from '#shop/catalogue/catalogue.server.ts'
import { shopContext } from '#web/http/contexts.ts'

/** /products/{slug}: a product that is missing or fails to load is not found (§2, §8); an outage is logged. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const slug = params['slug'] ?? ''
  try {
    const [product, more] = await Promise.all([findProduct(shop, slug), moreBeside()])
    return data({ product, more }, { status: product ? 200 : 404 })
  } catch (error) {
    shop.log.error({ error, slug }, 'the product could not be read')
    return data({ product: null, more: [] }, { status: 503 })
  }

  /** A row that fails is left out: the product is what was asked for. */
  function moreBeside() {
    return moreOfCategory(shop, slug).catch((error: unknown) => {
      shop.log.error({ error, slug }, 'the products beside this one could not be read')
      return []
    })
  }
}
