import { useLoaderData } from 'react-router'
import { noSuchPage } from '#shop/paging-sentences.ts'
import { breadcrumbList } from '#web/kernel/breadcrumb-list.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { BeyondTheEnd } from '#web/ui/beyond-the-end.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import type { loader } from './categories-page.server.ts'
import { CategoryTile } from './category-tile.tsx'
import { PageNotLoaded } from './could-not-load.tsx'

const pathOf = (page: number) => (page > 1 ? `/categories?page=${page}` : '/categories')

export function head({ data, publicUrl, shopName }: HeadArgs<typeof loader>): Head {
  if (data.asked !== data.page) return { title: `${noSuchPage(data.asked)} – ${shopName}`, noIndex: true }
  const place = data.pageCount > 1 ? ` (page ${data.page} of ${data.pageCount})` : ''
  return {
    title: `Categories${place} – ${shopName}`,
    description: `What ${shopName} sells: ${data.categories.map(({ name }) => name).join(', ')}.`,
    canonical: pathOf(data.page),
    structuredData: breadcrumbList(publicUrl, [{ label: 'Home', to: '/' }, { label: 'Categories', to: '/categories' }]),
  }
}

/** /categories: every category of the shop (§2). */
export default function CategoriesPage() {
  const { categories, page, pageCount, asked, hasFailed } = useLoaderData<typeof loader>()
  if (hasFailed) return <PageNotLoaded title="Categories" />
  return (
    <div className="page pb-8">
      <Breadcrumb trail={[{ label: 'Home', to: '/' }]} current="Categories" />
      <header className="max-w-2xl pt-4 pb-10">
        <h1>Categories</h1>
        <p className="mt-4 text-lg text-muted">Every shelf of the shop, from whole pepper to payasam.</p>
      </header>
      {asked !== page ? (
        <BeyondTheEnd page={asked} pageCount={pageCount} hrefFor={pathOf} />
      ) : categories.length > 0 ? (
        <ul className="category-grid">
          {categories.map((category, place) => (
            <CategoryTile key={category.id} category={category} headingLevel="h2" isDescribed isFirst={place === 0} />
          ))}
        </ul>
      ) : (
        <EmptyState title="The shelves are being built" action={<LinkButton to="/products">See all products</LinkButton>}>
          <p>There are no categories yet.</p>
        </EmptyState>
      )}
      {asked === page && <Pager page={page} pageCount={pageCount} hrefFor={pathOf} />}
    </div>
  )
}
