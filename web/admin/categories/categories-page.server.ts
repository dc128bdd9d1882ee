import { data } from 'react-router'
import type { AdminCategory } from '#shop/catalogue/admin/admin-product.ts'
import { listAllCategories } from '#shop/catalogue/admin/admin-catalogue.server.ts'
import { readCategoryDialog } from './category-list-url.ts'
import { catalogueNotice } from '#web/admin/products/product-labels.ts'
import { adminLoader } from '#web/admin/admin-loader.server.ts'

export { action } from './category-actions.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const dialog = readCategoryDialog(query)
  const notice = catalogueNotice(query.get('notice'))
  try {
    const categories: AdminCategory[] | null = await listAllCategories(shop, admin)
    const category = dialog?.kind === 'edit' ? (categories.find(({ id }) => id === dialog.id) ?? null) : null
    return data(
      { dialog, notice, categories, category },
      { status: dialog?.kind === 'edit' && !category ? 404 : 200 },
    )
  } catch (error) {
    shop.log.error({ error }, 'the categories could not be read')
    return data({ dialog: null, notice, categories: null, category: null }, { status: 503 })
  }
})
