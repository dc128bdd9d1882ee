import { useLoaderData } from 'react-router'
import { messages } from '#shop/messages.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { ShopLink } from '#web/ui/shop-link.tsx'
import { productCountText } from './category-tile.tsx'
import { PageNotLoaded } from './could-not-load.tsx'
import { DeliveryRule } from './delivery-facts.tsx'
import { ProductGrid } from './product-card.tsx'
import { productListPath } from './product-list-address.ts'
import { ProductListForm } from './product-list-form.tsx'
import type { loader } from './products-page.server.ts'

type ProductList = HeadArgs<typeof loader>['data']

function titleOf({ category, choice }: ProductList) {
  if (choice.category && !category) return messages.categoryNotFound
  if (category) return choice.bestSellersOnly ? `Best sellers: ${category.name}` : category.name
  return choice.bestSellersOnly ? 'Best sellers' : 'All products'
}

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  const place = data.pageCount > 1 ? ` (page ${data.page} of ${data.pageCount})` : ''
  return {
    title: `${titleOf(data)}${place} – ${shopName}`,
    description: data.category?.description ?? `Everything on the shelves of ${shopName}, delivered in the United Kingdom.`,
    canonical: productListPath({ ...data.choice, page: data.page, sort: undefined }),
    noIndex: data.hasFailed || data.total === 0,
  }
}

export default function ProductsPage() {
  const list = useLoaderData<typeof loader>()
  const { products, page, pageCount, total, categories, category, choice, hasFailed } = list
  const title = titleOf(list)
  if (hasFailed) return <PageNotLoaded title="All products" />
  return (
    <div className="page pb-8">
      <Breadcrumb
        trail={[{ label: 'Home', to: '/' }, ...(title === 'All products' ? [] : [{ label: 'Products', to: '/products' }])]}
        current={title}
      />
      <header className="list-head">
        <div>
          <h1>{title}</h1>
          {category?.description && <p className="mt-4 max-w-2xl text-lg text-muted">{category.description}</p>}
        </div>
        <ProductListForm choice={choice} categories={categories} />
      </header>
      <div className="list-facts">
        <p role="status">{productCountText(total)}</p>
        {choice.bestSellersOnly && (
          <ShopLink to={productListPath({ ...choice, bestSellersOnly: false, page: 1 })} className="chip" preventScrollReset>
            Best sellers <CloseIcon width="16" height="16" />
            <span className="visually-hidden">: remove this filter</span>
          </ShopLink>
        )}
        <DeliveryRule className="list-facts-delivery" />
      </div>
      {products.length > 0 ? (
        <ProductGrid products={products} isFirstInView />
      ) : (
        <EmptyState
          title="Nothing on this shelf yet"
          action={<LinkButton to="/products">See all products</LinkButton>}
        >
          <p>No product matches what you chose.</p>
        </EmptyState>
      )}
      <Pager page={page} pageCount={pageCount} hrefFor={(number) => productListPath({ ...choice, page: number })} />
    </div>
  )
}
