import type { LoaderFunctionArgs } from 'react-router'
import { CONTENT_PAGES } from '#shop/content/content-pages.ts'
import { listContent } from '#shop/content/content.server.ts'
import { isDemonstration } from '#shop/identity/shop-identity.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { savedByName } from './saved-by.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const owner = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const [changes, nameOf] = await Promise.all([listContent(shop, owner), savedByName(shop, owner)])
  return {
    isDemonstration: isDemonstration(shop.identity),
    pages: CONTENT_PAGES.map((page) => {
      const change = changes.find((each) => each.page === page)
      const hasOwn = Object.keys(shop.texts[page] ?? {}).length > 0
      return { page, change: change && hasOwn ? { at: change.saved_at, by: nameOf(change.saved_by) } : null }
    }),
  }
}
