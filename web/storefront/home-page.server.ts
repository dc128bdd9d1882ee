import type { LoaderFunctionArgs } from 'react-router'
import { data } from 'react-router'
import { homePage } from '#shop/catalogue/catalogue.server.ts'
import { shopContext } from '#web/http/contexts.ts'

/** Home: up to 6 categories and up to 8 best sellers; a list that fails is an empty one (§8), and says so to caches. */
export async function loader({ context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  try {
    return data({ ...(await homePage(shop)), hasFailed: false })
  } catch (error) {
    shop.log.error({ error }, 'the home page could not be read')
    return data({ categories: [], bestSellers: [], hasFailed: true }, { status: 503 })
  }
}
