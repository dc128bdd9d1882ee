import {
  ADMIN_PRODUCT_SORTS,
  PRODUCT_LIST_FILTERS,
} from '#features/catalogue/products/admin/admin-product.ts'
import { isValidId } from '#shop/ids.ts'
import { choice, listUrl, pageNumber, parameter, searchText } from '#kit/admin/list/list-url.ts'

/** Part of the URL, so that it works without JavaScript and survives a reload. */
export type ProductDialog = { kind: 'add' } | { kind: 'edit' | 'stock'; id: string }

export const PRODUCTS_PATH = '/admin/products'
export const PRODUCTS_LINK = { to: PRODUCTS_PATH, label: 'Products' }

export const productListUrl = listUrl(
  PRODUCTS_PATH,
  {
    search: searchText,
    category: parameter((text) => (isValidId(text) ? text : null)),
    show: choice(PRODUCT_LIST_FILTERS, null),
    sort: choice(ADMIN_PRODUCT_SORTS, 'name'),
  },
  { page: pageNumber },
)
export type ProductListView = ReturnType<typeof productListUrl.read>

export function readProductDialog(params: URLSearchParams): ProductDialog | null {
  if (params.has('add')) return { kind: 'add' }
  for (const kind of ['edit', 'stock'] as const) {
    const id = params.get(kind)
    if (id) return { kind, id }
  }
  return null
}

/** The notice after the stock dialog has closed; the product ID follows it. */
export const STOCK_CHANGED = 'stock-changed-'

export const productListPath = (
  view: Partial<ProductListView>,
  dialog?: ProductDialog | null,
  notice?: string,
): string =>
  productListUrl.path(view, {
    ...(dialog && { [dialog.kind]: dialog.kind === 'add' ? 'product' : dialog.id }),
    notice,
  })

export function columnSort(view: ProductListView, column: 'name' | 'price' | 'stock') {
  const down = `${column}-down` as const
  const direction =
    view.sort === column ? ('ascending' as const) : view.sort === down ? ('descending' as const) : null
  return { to: productListUrl.start({ ...view, sort: direction === 'ascending' ? down : column }), direction }
}
