import type { LoaderFunctionArgs } from 'react-router'
import { data } from 'react-router'
import { readHomePage } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { homeCacheTags } from '#shop/cache-tags/cache-tags.ts'
import { shopContext, cacheContext } from '#kit/requests/request-contexts.ts'
import { homeContent } from './home-content.server.ts'

/** Up to 6 categories and 8 best sellers. If the database fails: empty, with status 503. */
export async function loader({ context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const content = homeContent(shop.identity, shop.texts.home, shop.heroPicture)
  try {
    const homeLists = await readHomePage(shop)
    context.get(cacheContext).setCacheTags(homeCacheTags(homeLists))
    return data({ ...homeLists, content, hasFailed: false })
  } catch (error) {
    shop.log.error({ error }, 'the home page could not be read')
    return data(
      { categories: [], bestSellers: [], otherProducts: [], content, hasFailed: true },
      { status: 503 },
    )
  }
}
