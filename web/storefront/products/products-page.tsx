import { useLoaderData } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { pageNotInList } from '#shop/paging/paging-messages.ts'
import { breadcrumbStructuredData } from '#web/client/document-head/breadcrumb-structured-data.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { PageOutOfRange } from '#web/ui/feedback/page-out-of-range.tsx'
import { Breadcrumb } from '#web/ui/navigation/breadcrumb.tsx'
import { LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CloseIcon } from '#web/ui/display/icons.tsx'
import { Pagination } from '#web/ui/navigation/pagination.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { productCountLabel } from '#web/storefront/categories/category-tile.tsx'
import { PageLoadError } from '#web/storefront/errors/load-error.tsx'
import { DeliveryChargeNote } from './delivery-charge-note.tsx'
import { ProductGrid } from './product-card.tsx'
import { productListPath, type ProductListQuery } from './product-list-query.ts'
import { ProductListForm } from './product-list-form.tsx'
import { toShareImage } from '#web/client/document-head/share-image.ts'
import type { loader } from './products-page.server.ts'
import { EmptyShopMessage } from '#web/storefront/errors/empty-shop-message.tsx'

type ProductList = HeadArgs<typeof loader>['data']

function titleOf({ category, listQuery }: ProductList) {
  if (listQuery.category && !category) return messages.categoryNotFound
  if (category) return listQuery.bestSellersOnly ? `Best sellers: ${category.name}` : category.name
  return listQuery.bestSellersOnly ? 'Best sellers' : 'All products'
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
    category?.description ??
    `${category?.name ?? 'Everything'} on the shelves of ${shopName}, delivered in the United Kingdom.`
  const canonical = productListPath({ ...listQuery, page, sort: undefined })
  return {
    title: `${title} – ${shopName}`,
    description: page > 1 || listQuery.bestSellersOnly ? `${title}: ${about}` : about,
    canonical,
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
  const { products, page, pageCount, total, categories, category, listQuery, isPageOutOfRange, hasFailed } =
    list
  const title = titleOf(list)
  const isUnknown = listQuery.category !== null && !category
  const hrefFor = (number: number) => productListPath({ ...listQuery, page: number })
  const isShopEmpty = categories.length === 0
  if (hasFailed) return <PageLoadError title="All products" />
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
          {category?.description && (
            <p className="mt-4 max-w-2xl text-lg text-muted">{category.description}</p>
          )}
        </div>
        {!isShopEmpty && (
          <ProductListForm
            listQuery={{ ...listQuery, category: category?.slug ?? null }}
            categories={categories}
          />
        )}
      </header>
      {!isShopEmpty && (
        <div className="list-facts">
          <p role="status">{productCountLabel(total)}</p>
          {category && (
            <FilterChip label={category.name} queryWithoutFilter={{ ...listQuery, category: null }} />
          )}
          {listQuery.bestSellersOnly && (
            <FilterChip label="Best sellers" queryWithoutFilter={{ ...listQuery, bestSellersOnly: false }} />
          )}
          {products.length > 0 && <DeliveryChargeNote className="list-facts-delivery" />}
        </div>
      )}
      {products.length > 0 ? (
        <ProductGrid products={products} isAboveTheFold />
      ) : isShopEmpty ? (
        <EmptyShopMessage />
      ) : isPageOutOfRange && !isUnknown ? (
        <PageOutOfRange page={listQuery.page} pageCount={pageCount} hrefFor={hrefFor} />
      ) : (
        <EmptyState
          title={isUnknown ? 'There is no such shelf' : 'Nothing on this shelf yet'}
          action={<LinkButton to="/products">See all products</LinkButton>}
        >
          <p>
            {isUnknown
              ? 'It may have gone, or the address may be wrong.'
              : 'No product matches what you chose.'}
          </p>
        </EmptyState>
      )}
      {!isPageOutOfRange && <Pagination page={page} pageCount={pageCount} hrefFor={hrefFor} />}
    </div>
  )
}

function FilterChip({ label, queryWithoutFilter }: { label: string; queryWithoutFilter: ProductListQuery }) {
  return (
    <ShopLink to={productListPath({ ...queryWithoutFilter, page: 1 })} className="chip" preventScrollReset>
      {label} <CloseIcon width="16" height="16" />
      <span className="visually-hidden">: remove this filter</span>
    </ShopLink>
  )
}
