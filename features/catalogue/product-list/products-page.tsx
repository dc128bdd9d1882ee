import { useLoaderData } from 'react-router'
import { inOneLine } from '#shop/text/written-parts.ts'
import { messages } from '#shop/messages/messages.ts'
import { pageNotInList } from '#shop/paging/paging-messages.ts'
import { deferredModule } from '#kit/hydration/deferred-module.tsx'
import { breadcrumbStructuredData } from '#kit/document-head/breadcrumb-structured-data.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { toShareImage } from '#kit/document-head/share-image.ts'
import { EmptyShopMessage } from './empty-shop-message.tsx'
import { PageLoadError } from '#kit/errors/load-error.tsx'
import { Description } from '#kit/display/description.tsx'
import { PageOutOfRange } from '#kit/feedback/page-out-of-range.tsx'
import { Breadcrumb } from '#kit/navigation/breadcrumb.tsx'
import { Pagination } from '#kit/navigation/pagination.tsx'
import { ProductGrid } from './product-card.tsx'
import { hasFilters, productListPath } from './product-list-query.ts'
import type { loader } from './products-page.server.ts'

const PRODUCTS_ID = 'products'

const importControls = () => import('./list-controls.tsx')
const controls = deferredModule(importControls, import.meta.env.SSR ? await importControls() : null)
export const loadDeferred = controls.load

type ProductList = HeadArgs<typeof loader>['data']

function titleOf({ category, listQuery, correctedSearch, total }: ProductList) {
  if (listQuery.category && !category) return messages.categoryNotFound
  const shelf = listQuery.bestSellersOnly
    ? category
      ? `Best sellers: ${category.name}`
      : 'Best sellers'
    : category?.name
  if (!listQuery.search) return shelf ?? 'All products'
  const place = shelf ? ` in ${shelf}` : ''
  if (total > 0) return `Results for “${correctedSearch ?? listQuery.search}”${place}`
  return `Nothing found for “${listQuery.search}”${correctedSearch ? ` or “${correctedSearch}”` : ''}${place}${hasFilters(listQuery) ? ' with these filters' : ''}`
}

export function head({ data, publicUrl, shopName }: HeadArgs<typeof loader>): Head {
  const { category, listQuery, page, pageCount } = data
  const pageSuffix = data.isPageOutOfRange
    ? `: ${pageNotInList(listQuery.page)}`
    : pageCount > 1
      ? ` (page ${page} of ${pageCount})`
      : ''
  const title = titleOf(data) + pageSuffix
  const about =
    inOneLine(category?.description ?? []) ||
    `${category?.name ?? 'Everything'} on the shelves of ${shopName}, delivered in the United Kingdom.`
  const isNarrowed = listQuery.search !== null || hasFilters(listQuery)
  return {
    title: `${title} – ${shopName}`,
    description: page > 1 || listQuery.bestSellersOnly || isNarrowed ? `${title}: ${about}` : about,
    // Search engines index the list instead of each search and filter.
    canonical: isNarrowed
      ? productListPath({ category: listQuery.category, bestSellersOnly: listQuery.bestSellersOnly })
      : productListPath({ ...listQuery, page, sort: undefined, invalidPrices: {} }),
    noIndex: data.hasFailed || data.isPageOutOfRange || data.total === 0,
    ...(import.meta.env.SSR && {
      ...(category?.picture && { picture: toShareImage(category.picture.image_url, category.name) }),
      structuredData: breadcrumbStructuredData(publicUrl, breadcrumbTrail(data)),
    }),
  }
}

const breadcrumbTrail = ({ category, listQuery }: ProductList) => [
  { label: 'Home', to: '/' },
  { label: 'Products', to: '/products' },
  ...(category ? [{ label: category.name, to: productListPath({ category: listQuery.category }) }] : []),
  ...(listQuery.bestSellersOnly
    ? [{ label: 'Best sellers', to: productListPath({ ...listQuery, page: 1, sort: undefined }) }]
    : []),
]

export default function ProductsPage() {
  const list = useLoaderData<typeof loader>()
  const { products, page, pageCount, total, categories, category, listQuery, counts } = list
  if (list.hasFailed) return <PageLoadError title="All products" />
  const title = titleOf(list)
  const isUnknownCategory = listQuery.category !== null && !category
  const hrefFor = (number: number) => productListPath({ ...listQuery, page: number })
  const isShopEmpty = categories.length === 0
  return (
    <div className="page pb-8">
      <Breadcrumb
        trail={[
          { label: 'Home', to: '/' },
          ...(title === 'All products' ? [] : [{ label: 'Products', to: '/products' }]),
        ]}
        current={title}
      />
      <header className="list-head">
        <div>
          <h1>{title}</h1>
          {listQuery.search ? (
            <controls.Deferred>{({ SearchSummary }) => <SearchSummary list={list} />}</controls.Deferred>
          ) : (
            category && (
              <Description parts={category.description} className="mt-4 max-w-2xl text-lg text-muted" />
            )
          )}
        </div>
        {!isShopEmpty && (
          <controls.Deferred>{({ ProductSorting }) => <ProductSorting list={list} />}</controls.Deferred>
        )}
      </header>
      {isShopEmpty ? (
        <EmptyShopMessage />
      ) : (
        <>
          <controls.Deferred>{({ ListFacts }) => <ListFacts list={list} />}</controls.Deferred>
          <a href={`#${PRODUCTS_ID}`} className="button skip-link">
            Skip to products
          </a>
          <div className="list-body">
            <controls.Deferred>
              {({ ProductFilters }) => <ProductFilters listQuery={listQuery} counts={counts} total={total} />}
            </controls.Deferred>
            <div id={PRODUCTS_ID} tabIndex={-1}>
              {products.length > 0 ? (
                <ProductGrid products={products} isAboveTheFold />
              ) : list.isPageOutOfRange && !isUnknownCategory ? (
                <PageOutOfRange page={listQuery.page} pageCount={pageCount} hrefFor={hrefFor} />
              ) : (
                <controls.Deferred>{({ NothingFound }) => <NothingFound list={list} />}</controls.Deferred>
              )}
              {!list.isPageOutOfRange && <Pagination page={page} pageCount={pageCount} hrefFor={hrefFor} />}
            </div>
          </div>
        </>
      )}
    </div>
  )
}
