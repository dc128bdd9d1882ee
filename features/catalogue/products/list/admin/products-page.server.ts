import { data } from 'react-router'
import {
  readListSnapshot,
  toListSnapshot,
} from '#features/catalogue/products/bulk-edit/bulk-edit-products.server.ts'
import { MAX_BULK_EDIT_PRODUCTS } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import {
  findAnyProduct,
  listAllCategories,
  listAllProductsWithIds,
} from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { listProductPairings } from '#features/catalogue/pairings/product-pairings.server.ts'
import { listStockMovements } from '#features/stock/stock.server.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { readProductDialog, productListUrl, STOCK_CHANGED, type ProductListView } from './product-list-url.ts'
import { catalogueNotice, stockChangedNotice } from './product-labels.ts'
import { adminLoader, readOrNull } from '#kit/admin/admin-loader.server.ts'

export { action } from './product-actions.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const view = productListUrl.read(query)
  const dialog = readProductDialog(query)
  const noticeCode = query.get('notice')
  const changedId = noticeCode?.startsWith(STOCK_CHANGED) ? noticeCode.slice(STOCK_CHANGED.length) : null
  const id = dialog && dialog.kind !== 'add' ? dialog.id : null
  const reading = Promise.all([
    readList(shop, admin, view),
    listAllCategories(shop, admin),
    id ? findAnyProduct(shop, admin, id) : null,
    id && dialog?.kind === 'stock' ? listStockMovements(shop, admin, id) : [],
    id && dialog?.kind === 'edit' ? listProductPairings(shop, admin, id) : [],
    changedId ? describeStockChange(shop, admin, changedId) : catalogueNotice(noticeCode),
  ])
  const read = await readOrNull(shop, 'the products', reading)
  const [list, categories, product, movements, picks, notice] = read ?? [
    { products: null, wholeList: null },
    [],
    null,
    [],
    [],
    catalogueNotice(noticeCode),
  ]
  return data(
    { view, dialog: read && dialog, notice, ...list, categories, product, movements, picks },
    { status: read ? (id !== null && product === null ? 404 : 200) : 503 },
  )
})

/** `wholeList` is set if all products of the result can be selected: several pages, and not more than the bulk edit limit. */
async function readList(shop: ShopDependencies, admin: Admin, view: ProductListView) {
  const matching = { ...view, category_id: view.category }
  const { products, allIds } = await listAllProductsWithIds(shop, admin, matching)
  if (products.pageCount <= 1 || products.isMore || products.total > MAX_BULK_EDIT_PRODUCTS)
    return { products, wholeList: null }
  const wholeList = allIds ? toListSnapshot(allIds) : await readListSnapshot(shop, admin, matching)
  return { products, wholeList }
}

/** Describes the newest change, made by the stock dialog. */
async function describeStockChange(shop: ShopDependencies, admin: Admin, id: string) {
  const [product, [movement]] = await Promise.all([
    findAnyProduct(shop, admin, id),
    listStockMovements(shop, admin, id),
  ])
  return product && movement ? stockChangedNotice(product.name, movement) : null
}
