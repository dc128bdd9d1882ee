import { data, type LoaderFunctionArgs } from 'react-router'
import { listProducts, unknownCategorySlugs } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { partsOfList } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { shopContext, shownContext } from '#web/http/request-contexts.ts'
import { readProductListAddress } from './product-list-query.ts'
import { noCategory, noProductListPage, NO_SLUG } from '#web/storefront/errors/not-found-paths.ts'

const NOTHING = { products: [], page: 1, pageCount: 0, total: 0, categories: [], category: null }

/** /products: the list that the address asks for; one that fails is an empty list (§8), and says so to caches. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const choice = readProductListAddress(new URL(request.url).searchParams)
  try {
    const list = await listProducts(shop, choice)
    const isUnknown = choice.category !== null && list.category === null
    // Of the pages that the list does not have there is no end.
    const parts = partsOfList({ ...list, bestSellersOnly: choice.bestSellersOnly })
    const shown = context.get(shownContext)
    if (isUnknown) {
      const standsFor = choice.category === NO_SLUG && (await unknownCategorySlugs(shop))
      shown.isNotThere({ standIn: noCategory(choice), parts, ...(standsFor && { standsFor }) })
    } else if (list.page === choice.page) shown.says(parts)
    else shown.isNotThere({ standIn: noProductListPage(choice), parts, page: choice.page, standsFor: (page) => Number(page) > list.pageCount })
    // Of a category that could be chosen the dropdown says the name, and nothing says more.
    const categories = list.categories.map(({ slug, name }) => ({ slug, name }))
    const isBeyondEnd = list.page !== choice.page
    const products = isBeyondEnd ? [] : list.products
    return data({ ...list, products, categories, choice, isBeyondEnd, hasFailed: false }, { status: isUnknown || isBeyondEnd ? 404 : 200 })
  } catch (error) {
    shop.log.error({ error, choice }, 'the product list could not be read')
    return data({ ...NOTHING, choice, isBeyondEnd: false, hasFailed: true }, { status: 503 })
  }
}
