import { useLoaderData } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { noSuchPage } from '#shop/paging/paging-messages.ts'
import { breadcrumbList } from '#web/client/document-head/breadcrumb-structured-data.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { BeyondTheEnd } from '#web/ui/feedback/page-out-of-range.tsx'
import { Breadcrumb } from '#web/ui/navigation/breadcrumb.tsx'
import { LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CloseIcon } from '#web/ui/display/icons.tsx'
import { Pager } from '#web/ui/navigation/pagination.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { productCountText } from '#web/storefront/categories/category-tile.tsx'
import { PageNotLoaded } from '#web/storefront/errors/load-error.tsx'
import { DeliveryRule } from './delivery-charge-note.tsx'
import { ProductGrid } from './product-card.tsx'
import { productListPath, type ProductListChoice } from './product-list-query.ts'
import { ProductListForm } from './product-list-form.tsx'
import { pictureToShare } from '#web/client/document-head/share-image.ts'
import type { loader } from './products-page.server.ts'
import { ShopIsEmpty } from '#web/storefront/errors/empty-shop-message.tsx'

type ProductList = HeadArgs<typeof loader>['data']

function titleOf({ category, choice }: ProductList) {
  if (choice.category && !category) return messages.categoryNotFound
  if (category) return choice.bestSellersOnly ? `Best sellers: ${category.name}` : category.name
  return choice.bestSellersOnly ? 'Best sellers' : 'All products'
}

/** A list is one page to search engines however it is sorted; category, best sellers and page number make it another. */
export function head({ data, publicUrl, shopName }: HeadArgs<typeof loader>): Head {
  const { category, choice, page, pageCount } = data
  const place = data.isBeyondEnd ? `: ${noSuchPage(choice.page)}` : pageCount > 1 ? ` (page ${page} of ${pageCount})` : ''
  const title = titleOf(data) + place
  const about = category?.description ?? `${category?.name ?? 'Everything'} on the shelves of ${shopName}, delivered in the United Kingdom.`
  const canonical = productListPath({ ...choice, page, sort: undefined })
  return {
    title: `${title} – ${shopName}`,
    description: page > 1 || choice.bestSellersOnly ? `${title}: ${about}` : about,
    canonical,
    noIndex: data.hasFailed || data.isBeyondEnd || data.total === 0,
    ...(import.meta.env.SSR && {
      ...(category?.picture && { picture: pictureToShare(category.picture.image_url, category.name) }),
      structuredData: breadcrumbList(publicUrl, wayTo(data)),
    }),
  }
}

const wayTo = ({ category, choice }: ProductList) => [
  { label: 'Home', to: '/' },
  { label: 'Products', to: '/products' },
  ...(category ? [{ label: category.name, to: productListPath({ category: choice.category }) }] : []),
  ...(choice.bestSellersOnly ? [{ label: 'Best sellers', to: productListPath({ ...choice, page: 1, sort: undefined }) }] : []),
]

export default function ProductsPage() {
  const list = useLoaderData<typeof loader>()
  const { products, page, pageCount, total, categories, category, choice, isBeyondEnd, hasFailed } = list
  const title = titleOf(list)
  const isUnknown = choice.category !== null && !category
  const hrefFor = (number: number) => productListPath({ ...choice, page: number })
  // A product stands in a category: without one there is nothing to choose from.
  const isShopEmpty = categories.length === 0
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
        {!isShopEmpty && <ProductListForm choice={{ ...choice, category: category?.slug ?? null }} categories={categories} />}
      </header>
      {!isShopEmpty && (
        <div className="list-facts">
          <p role="status">{productCountText(total)}</p>
          {category && <Chip label={category.name} without={{ ...choice, category: null }} />}
          {choice.bestSellersOnly && <Chip label="Best sellers" without={{ ...choice, bestSellersOnly: false }} />}
          {products.length > 0 && <DeliveryRule className="list-facts-delivery" />}
        </div>
      )}
      {products.length > 0 ? (
        <ProductGrid products={products} isFirstInView />
      ) : isShopEmpty ? (
        <ShopIsEmpty />
      ) : isBeyondEnd && !isUnknown ? (
        <BeyondTheEnd page={choice.page} pageCount={pageCount} hrefFor={hrefFor} />
      ) : (
        <EmptyState
          title={isUnknown ? 'There is no such shelf' : 'Nothing on this shelf yet'}
          action={<LinkButton to="/products">See all products</LinkButton>}
        >
          <p>{isUnknown ? 'It may have gone, or the address may be wrong.' : 'No product matches what you chose.'}</p>
        </EmptyState>
      )}
      {!isBeyondEnd && <Pager page={page} pageCount={pageCount} hrefFor={hrefFor} />}
    </div>
  )
}

/** A filter that is on; the link is the same list without it. */
function Chip({ label, without }: { label: string; without: ProductListChoice }) {
  return (
    <ShopLink to={productListPath({ ...without, page: 1 })} className="chip" preventScrollReset>
      {label} <CloseIcon width="16" height="16" />
      <span className="visually-hidden">: remove this filter</span>
    </ShopLink>
  )
}
