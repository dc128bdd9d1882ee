import { data, redirect, type LoaderFunctionArgs } from 'react-router'
import {
  isPlainList,
  listProducts,
  createUnknownCategorySlugCheck,
} from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { ALLERGEN_KEYS } from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_KEYS } from '#features/catalogue/labels/suitability.ts'
import type { ProductPage } from '#features/catalogue/storefront/product-query.ts'
import { productListCacheTags } from '#shop/cache-tags/cache-tags.ts'
import { writtenParts } from '#shop/text/written-parts.ts'
import { readFreeFromSearch } from '#features/catalogue/search/free-from-words.ts'
import { defaultProductSort } from '#features/catalogue/products/product-sort.ts'
import { recordSearchMiss } from '#features/catalogue/search/search-products.server.ts'
import { shopContext, cacheContext } from '#kit/requests/request-contexts.ts'
import { parseProductListQuery } from './parse-product-list-query.ts'
import { hasFilters, productListPath, type ProductListQuery } from './product-list-query.ts'
import { notFoundCategoryPath, notFoundProductsPagePath, NONEXISTENT_SLUG } from './not-found-paths.ts'

const zeroCounts = <Key extends string>(keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>

const EMPTY_LIST: Omit<ProductPage, 'category'> & { category: null } = {
  products: [],
  page: 1,
  pageCount: 0,
  total: 0,
  categories: [],
  category: null,
  counts: {
    freeFrom: zeroCounts(ALLERGEN_KEYS),
    suitableFor: zeroCounts(SUITABILITY_KEYS),
    inStock: 0,
    categories: {},
  },
  hidden: null,
  totalOfAnyLabel: 0,
  correctedSearch: null,
  foundBy: null,
  described: [],
  nearest: [],
}

/** Not cached, so that each one is counted. */
const isSearchMiss = (
  listQuery: ProductListQuery,
  list: ProductPage,
): listQuery is ProductListQuery & { search: string } =>
  listQuery.search !== null &&
  list.total === 0 &&
  listQuery.category === null &&
  !listQuery.bestSellersOnly &&
  !hasFilters(listQuery)

/** 'mustard free pickle' means a filter; null if the search means none. */
function pathWithFilters(listQuery: ProductListQuery): string | null {
  const asked = listQuery.search === null ? null : readFreeFromSearch(listQuery.search)
  if (!asked) return null
  const { freeFrom, suitableFor, sort } = listQuery
  return productListPath({
    ...listQuery,
    search: asked.search,
    freeFrom: ALLERGEN_KEYS.filter((key) => freeFrom.includes(key) || asked.freeFrom.includes(key)),
    suitableFor: SUITABILITY_KEYS.filter(
      (key) => suitableFor.includes(key) || asked.suitableFor.includes(key),
    ),
    sort: sort === defaultProductSort(listQuery.search) ? undefined : sort,
  })
}

/** /products. If the database fails: empty, with status 503. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const listQuery = parseProductListQuery(new URL(request.url).searchParams)
  const path = pathWithFilters(listQuery)
  if (path) throw redirect(path)
  try {
    const list = await listProducts(shop, listQuery)
    const isUnknown = listQuery.category !== null && list.category === null
    // All out-of-range pages share one cached 404 page.
    const cacheTags = productListCacheTags({
      ...list,
      products: [...list.products, ...list.described, ...list.nearest],
      bestSellersOnly: listQuery.bestSellersOnly,
      isPlain: isPlainList(listQuery),
    })
    const pageCacheContext = context.get(cacheContext)
    if (isUnknown) {
      const coversAddress =
        listQuery.category === NONEXISTENT_SLUG && (await createUnknownCategorySlugCheck(shop))
      pageCacheContext.setNotFound({
        placeholderPath: notFoundCategoryPath(listQuery),
        cacheTags,
        ...(coversAddress && { coversAddress }),
      })
    } else if (isSearchMiss(listQuery, list)) await recordSearchMiss(shop, listQuery.search)
    else if (list.page === listQuery.page) pageCacheContext.setCacheTags(cacheTags)
    else
      pageCacheContext.setNotFound({
        placeholderPath: notFoundProductsPagePath(listQuery),
        cacheTags,
        page: listQuery.page,
        coversAddress: (page) => Number(page) > list.pageCount,
      })
    const categories = list.categories.map(({ slug, name, productCount }) => ({ slug, name, productCount }))
    const category = list.category && {
      ...list.category,
      description: writtenParts(list.category.description),
    }
    const isPageOutOfRange = list.page !== listQuery.page
    const products = isPageOutOfRange ? [] : list.products
    return data(
      { ...list, products, categories, category, listQuery, isPageOutOfRange, hasFailed: false },
      { status: isUnknown || isPageOutOfRange ? 404 : 200 },
    )
  } catch (error) {
    shop.log.error({ error, listQuery }, 'the product list could not be read')
    return data({ ...EMPTY_LIST, listQuery, isPageOutOfRange: false, hasFailed: true }, { status: 503 })
  }
}
