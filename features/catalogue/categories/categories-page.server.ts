import { data, type LoaderFunctionArgs } from 'react-router'
import { listCategories } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { categoriesCacheTags } from '#shop/cache-tags/cache-tags.ts'
import { writtenParts } from '#shop/text/written-parts.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { shopContext, cacheContext } from '#kit/requests/request-contexts.ts'
import { NOT_FOUND_CATEGORIES_PAGE_PATH } from '#features/catalogue/product-list/not-found-paths.ts'

/** /categories, 9 per page. If the database fails: empty, with status 503. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const page = parsePageNumber(new URL(request.url).searchParams.get('page'))
  try {
    const found = await listCategories(shop, page)
    const categories = found.categories.map((category) => ({
      ...category,
      description: writtenParts(category.description),
    }))
    const categoryList = { ...found, categories }
    // All out-of-range pages share one cached 404 page.
    const cacheTags = categoriesCacheTags()
    if (categoryList.page === page) {
      context.get(cacheContext).setCacheTags(cacheTags)
      return data({ ...categoryList, requestedPage: page, hasFailed: false })
    }
    context
      .get(cacheContext)
      .setNotFound({
        placeholderPath: NOT_FOUND_CATEGORIES_PAGE_PATH,
        cacheTags,
        page,
        coversAddress: (number) => Number(number) > categoryList.pageCount,
      })
    return data({ ...categoryList, categories: [], requestedPage: page, hasFailed: false }, { status: 404 })
  } catch (error) {
    shop.log.error({ error }, 'the categories could not be read')
    return data(
      { categories: [], page: 1, pageCount: 0, total: 0, requestedPage: 1, hasFailed: true },
      { status: 503 },
    )
  }
}
