import type { LoaderFunctionArgs } from 'react-router'
import { data } from 'react-router'
import { homePage } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { partsOfHome } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { shopContext, shownContext } from '#web/http/request-contexts.ts'
import { homeContent } from './home-content.server.ts'

/** Home: up to 6 categories and up to 8 best sellers; a list that fails is an empty one (§8), and says so to caches. */
export async function loader({ context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const content = homeContent(shop.identity)
  try {
    const shown = await homePage(shop)
    context.get(shownContext).says(partsOfHome(shown))
    return data({ ...shown, content, hasFailed: false })
  } catch (error) {
    shop.log.error({ error }, 'the home page could not be read')
    return data({ categories: [], bestSellers: [], content, hasFailed: true }, { status: 503 })
  }
}
