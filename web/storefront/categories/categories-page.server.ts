import { data, type LoaderFunctionArgs } from 'react-router'
import { listCategories } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'
import { partsOfCategories } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { pageFrom } from '#shop/paging/paging.ts'
import { shopContext, shownContext } from '#web/http/request-contexts.ts'
import { NO_CATEGORIES_PAGE } from '#web/storefront/errors/not-found-paths.ts'

/** /categories, 9 a page; a list that fails is an empty one (§8), and says so to caches. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const page = pageFrom(new URL(request.url).searchParams.get('page'))
  try {
    const shown = await listCategories(shop, page)
    // Of the pages that the list does not have there is no end.
    const parts = partsOfCategories()
    if (shown.page === page) {
      context.get(shownContext).says(parts)
      return data({ ...shown, asked: page, hasFailed: false })
    }
    context.get(shownContext).isNotThere({ standIn: NO_CATEGORIES_PAGE, parts, page, standsFor: (number) => Number(number) > shown.pageCount })
    return data({ ...shown, categories: [], asked: page, hasFailed: false }, { status: 404 })
  } catch (error) {
    shop.log.error({ error }, 'the categories could not be read')
    return data({ categories: [], page: 1, pageCount: 0, total: 0, asked: 1, hasFailed: true }, { status: 503 })
  }
}
