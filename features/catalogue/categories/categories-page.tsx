import { useLoaderData } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { pageNotInList } from '#shop/paging/paging-messages.ts'
import { breadcrumbStructuredData } from '#kit/document-head/breadcrumb-structured-data.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { PageOutOfRange } from '#kit/feedback/page-out-of-range.tsx'
import { Breadcrumb } from '#kit/navigation/breadcrumb.tsx'
import { Pagination } from '#kit/navigation/pagination.tsx'
import type { loader } from './categories-page.server.ts'
import { CategoryTile } from './category-tile.tsx'
import { PageLoadError } from '#kit/errors/load-error.tsx'
import { EmptyShopMessage } from '#features/catalogue/product-list/empty-shop-message.tsx'

const pathOf = (page: number) => (page > 1 ? `/categories?page=${page}` : '/categories')

export function head({ data, publicUrl, shopName }: HeadArgs<typeof loader>): Head {
  if (data.requestedPage !== data.page)
    return { title: `${pageNotInList(data.requestedPage)} – ${shopName}`, noIndex: true }
  const pageSuffix = data.pageCount > 1 ? ` (page ${data.page} of ${data.pageCount})` : ''
  return {
    title: `Categories${pageSuffix} – ${shopName}`,
    description:
      data.total > 0
        ? `What ${shopName} sells: ${data.categories.map(({ name }) => name).join(', ')}.`
        : messages.shopIsEmptyHint,
    noIndex: data.hasFailed || data.total === 0,
    canonical: pathOf(data.page),
    structuredData: breadcrumbStructuredData(publicUrl, [
      { label: 'Home', to: '/' },
      { label: 'Categories', to: '/categories' },
    ]),
  }
}

export default function CategoriesPage() {
  const { categories, page, pageCount, requestedPage, hasFailed } = useLoaderData<typeof loader>()
  if (hasFailed) return <PageLoadError title="Categories" />
  return (
    <div className="page pb-8">
      <Breadcrumb trail={[{ label: 'Home', to: '/' }]} current="Categories" />
      <header className="max-w-2xl pt-4 pb-10">
        <h1>Categories</h1>
        {categories.length > 0 && <p className="mt-4 text-lg text-muted">Every shelf of the shop.</p>}
      </header>
      {requestedPage !== page ? (
        <PageOutOfRange page={requestedPage} pageCount={pageCount} hrefFor={pathOf} />
      ) : categories.length > 0 ? (
        <ul className="category-grid">
          {categories.map((category, index) => (
            <CategoryTile
              key={category.id}
              category={category}
              headingLevel="h2"
              description={category.description}
              isPriority={index === 0}
            />
          ))}
        </ul>
      ) : (
        <EmptyShopMessage />
      )}
      {requestedPage === page && <Pagination page={page} pageCount={pageCount} hrefFor={pathOf} />}
    </div>
  )
}
