import { data } from 'react-router'
import { listAllCategories } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { readCategoryDialog } from './category-list-url.ts'
import { catalogueNotice } from '#features/catalogue/products/list/admin/product-labels.ts'
import { adminLoader, readOrNull } from '#kit/admin/admin-loader.server.ts'

export { action } from './category-actions.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const dialog = readCategoryDialog(query)
  const notice = catalogueNotice(query.get('notice'))
  const categories = await readOrNull(shop, 'the categories', listAllCategories(shop, admin))
  if (!categories) return data({ dialog: null, notice, categories, category: null }, { status: 503 })
  const category = dialog?.kind === 'edit' ? (categories.find(({ id }) => id === dialog.id) ?? null) : null
  return data(
    { dialog, notice, categories, category },
    { status: dialog?.kind === 'edit' && !category ? 404 : 200 },
  )
})
