import { data, type LoaderFunctionArgs } from 'react-router'
import { findProduct } from '#shop/catalogue/catalogue.server.ts'
import { shopContext } from '#web/http/contexts.ts'

/** /products/{slug}: a product that is missing or fails to load is not found (§2, §8); an outage is logged. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const slug = params['slug'] ?? ''
  try {
    const product = await findProduct(shop, slug)
    return data({ product }, { status: product ? 200 : 404 })
  } catch (error) {
    shop.log.error({ error, slug }, 'the product could not be read')
    return data({ product: null }, { status: 503 })
  }
}
