import { data } from 'react-router'
import { readListSnapshot, toListSnapshot } from '#shop/catalogue/bulk-edit/bulk-edit-products.server.ts'
import { MAX_BULK_EDIT_PRODUCTS, type ListSnapshot } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import {
  findAnyProduct,
  listAllCategories,
  listAllProductsWithIds,
} from '#shop/catalogue/admin/admin-catalogue.server.ts'
import { listProductPairings } from '#shop/catalogue/pairings/product-pairings.server.ts'
import type { AdminCategory, AdminProductPage } from '#shop/catalogue/admin/admin-product.ts'
import { listStockMovements } from '#shop/stock/stock.server.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { readProductDialog, productListUrl, STOCK_CHANGED } from './product-list-url.ts'
import { catalogueNotice, stockChangedNotice } from './product-labels.ts'
import { adminLoader } from '#web/admin/admin-loader.server.ts'

export { action } from './product-actions.server.ts'

/** `wholeList` is set if all products of the result can be selected: several pages, and not more than the bulk edit limit. */
type LoadedProducts = {
  products: AdminProductPage | null
  categories: AdminCategory[]
  wholeList: ListSnapshot | null
}

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const view = productListUrl.read(query)
  const dialog = readProductDialog(query)
  const noticeCode = query.get('notice')
  const changedId = noticeCode?.startsWith(STOCK_CHANGED) ? noticeCode.slice(STOCK_CHANGED.length) : null
  try {
    const id = dialog && dialog.kind !== 'add' ? dialog.id : null
    const [{ products, allIds }, categories, product, movements, picks, notice] = await Promise.all([
      listAllProductsWithIds(shop, admin, { ...view, category_id: view.category }),
      listAllCategories(shop, admin),
      id ? findAnyProduct(shop, admin, id) : null,
      id && dialog?.kind === 'stock' ? listStockMovements(shop, admin, id) : [],
      id && dialog?.kind === 'edit' ? listProductPairings(shop, admin, id) : [],
      changedId ? describeStockChange(shop, admin, changedId) : catalogueNotice(noticeCode),
    ])
    const canSelectAll =
      products.pageCount > 1 && !products.isMore && products.total <= MAX_BULK_EDIT_PRODUCTS
    const readSnapshot = () =>
      allIds ? toListSnapshot(allIds) : readListSnapshot(shop, admin, { ...view, category_id: view.category })
    const wholeList = canSelectAll ? await readSnapshot() : null
    const isNotFound = id !== null && product === null
    const list: LoadedProducts = { products, categories, wholeList }
    return data(
      { view, dialog, notice, ...list, product, movements, picks },
      { status: isNotFound ? 404 : 200 },
    )
  } catch (error) {
    shop.log.error({ error, view }, 'the products could not be read')
    const list: LoadedProducts = { products: null, categories: [], wholeList: null }
    return data(
      {
        view,
        dialog: null,
        notice: catalogueNotice(noticeCode),
        ...list,
        product: null,
        movements: [],
        picks: [],
      },
      { status: 503 },
    )
  }
})

/** Describes the newest change, made by the stock dialog. */
async function describeStockChange(shop: ShopDependencies, admin: Admin, id: string) {
  const [product, [movement]] = await Promise.all([
    findAnyProduct(shop, admin, id),
    listStockMovements(shop, admin, id),
  ])
  return product && movement ? stockChangedNotice(product.name, movement) : null
}
