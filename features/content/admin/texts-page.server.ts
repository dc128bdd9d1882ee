import { CONTENT_PAGES } from '#features/content/content-pages.ts'
import { listContent } from '#features/content/content.server.ts'
import { isDemonstration } from '#shop/identity/shop-identity.ts'
import { savedByName } from './saved-by.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'

export const loader = adminLoader(async ({ shop, admin }) => {
  const [changes, nameOf] = await Promise.all([listContent(shop, admin), savedByName(shop, admin)])
  return {
    isDemonstration: isDemonstration(shop.identity),
    pages: CONTENT_PAGES.map((page) => {
      const change = changes.find((each) => each.page === page)
      const hasOwn = Object.keys(shop.texts[page] ?? {}).length > 0
      return { page, change: change && hasOwn ? { at: change.saved_at, by: nameOf(change.saved_by) } : null }
    }),
  }
})
