import { data, type LoaderFunctionArgs } from 'react-router'
import type { AdminCategory } from '#shop/catalogue/admin/admin-product.ts'
import { listAllCategories } from '#shop/catalogue/admin/admin-catalogue.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { readCategoryDialog } from './category-list-url.ts'
import { catalogueNotice } from '#web/admin/products/product-labels.ts'

export { action } from './category-actions.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const admin = requireAdmin(context, request)
  const params = new URL(request.url).searchParams
  const dialog = readCategoryDialog(params)
  const notice = catalogueNotice(params.get('notice'))
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
}
