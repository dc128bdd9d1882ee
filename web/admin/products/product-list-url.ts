import {
  ADMIN_PRODUCT_SORTS,
  PRODUCT_LIST_FILTERS,
  type AdminProductSort,
  type ProductListFilter,
} from '#shop/catalogue/admin/admin-product.ts'
import { isValidId } from '#shop/ids.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'

export type ProductListView = {
  search: string
  category: string | null
  show: ProductListFilter | null
  sort: AdminProductSort
  page: number
}

/** In the URL, so that it works without JavaScript and survives a reload. */
export type ProductDialog = { kind: 'add' } | { kind: 'edit' | 'stock'; id: string }

export const PRODUCTS_PATH = '/admin/products'
const MAX_SEARCH_LENGTH = 200

const findOption = <Option extends string>(
  options: readonly Option[],
  option: string | null,
): Option | null => options.find((each) => each === option) ?? null

export function readProductListView(params: URLSearchParams): ProductListView {
  const category = params.get('category')
  return {
    search: (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    category: category && isValidId(category) ? category : null,
    show: findOption(PRODUCT_LIST_FILTERS, params.get('show')),
    sort: findOption(ADMIN_PRODUCT_SORTS, params.get('sort')) ?? 'name',
    page: parsePageNumber(params.get('page')),
  }
}

export function readProductDialog(params: URLSearchParams): ProductDialog | null {
  if (params.has('add')) return { kind: 'add' }
  for (const kind of ['edit', 'stock'] as const) {
    const id = params.get(kind)
    if (id) return { kind, id }
  }
  return null
}

/** The notice of a list whose stock dialog has closed, before the product's identifier. */
export const STOCK_CHANGED = 'stock-changed-'

export function productListPath(
  view: Partial<ProductListView>,
  dialog?: ProductDialog | null,
  notice?: string,
): string {
  const params = new URLSearchParams()
  if (view.search?.trim()) params.set('search', view.search.trim())
  if (view.category) params.set('category', view.category)
  if (view.show) params.set('show', view.show)
  if (view.sort && view.sort !== 'name') params.set('sort', view.sort)
  if (view.page && view.page > 1) params.set('page', String(view.page))
  if (dialog?.kind === 'add') params.set('add', 'product')
  else if (dialog) params.set(dialog.kind, dialog.id)
  if (notice) params.set('notice', notice)
  const query = params.toString()
  return query ? `${PRODUCTS_PATH}?${query}` : PRODUCTS_PATH
}

export function columnSort(view: ProductListView, column: 'name' | 'price' | 'stock') {
  const down = `${column}-down` as const
  const direction =
    view.sort === column ? ('ascending' as const) : view.sort === down ? ('descending' as const) : null
  return {
    to: productListPath({ ...view, sort: direction === 'ascending' ? down : column, page: 1 }),
    direction,
  }
}
