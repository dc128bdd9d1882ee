import { lazy, Suspense } from 'react'
import { useLoaderData } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { EXACT_STOCK_BELOW, RETURN_WITHIN_DAYS } from '#shop/constants.ts'
import { AllergenMark } from '#features/catalogue/avoided-allergens/allergen-mark.tsx'
import { ProductPageAddToCart } from '#features/cart/add-to-cart/product-page-add-to-cart.tsx'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { Breadcrumb } from '#kit/navigation/breadcrumb.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { AddToCartBar } from './add-to-cart-bar.tsx'
import { categoryPath } from '#features/catalogue/categories/category-path.ts'
import { DeliveryChargeNote, UnitPrice } from '#features/catalogue/product-list/price-notes.tsx'
import { ProductGrid } from '#features/catalogue/product-list/product-card.tsx'
import { ProductGallery } from './product-gallery.tsx'
import { loadProductInformation, ProductDescription, ProductFacts } from './product-facts.tsx'
import type { loader } from './product-page.server.ts'
import { keepServerPart } from '#kit/hydration/import-script.ts'
import { buildProductHead } from './product-structured-data.tsx'
import { SectionHeading } from '#kit/display/section-heading.tsx'
import { OfferNote } from '#features/catalogue/product-list/offer-note.tsx'

/** Leaving a page needs one of these inputs. Captured, because React stops events in parts not hydrated yet. */
const firstInput = new Promise<void>((resolve) => {
  if (import.meta.env.SSR) return
  // Scrolled before this script was loaded.
  if (scrollY > 0) resolve()
  for (const name of ['scroll', 'keydown', 'focusin', 'pointerdown', 'click'])
    addEventListener(name, () => resolve(), { capture: true, once: true })
})

// The server renders both; browsers load them only for sold-out products, with the first input.
const StockAlertForm = import.meta.env.SSR
  ? (await import('./stock-alert-form.tsx')).default
  : lazy(() => import('./stock-alert-form.tsx').catch(keepServerPart))
const LaterProducts = import.meta.env.SSR
  ? (await import('./later-products.tsx')).default
  : lazy(() => firstInput.then(() => import('./later-products.tsx')).catch(keepServerPart))

export const loadDeferred = loadProductInformation

export function head({ data, publicUrl, shopName }: HeadArgs<typeof loader>): Head {
  if (!data.product) return { title: `${messages.productNotFound} – ${shopName}`, noIndex: true }
  return buildProductHead(data.product, publicUrl, shopName)
}

export default function ProductPage() {
  const { product, goesWellWith, more, offersStockAlert } = useLoaderData<typeof loader>()
  if (!product) return <ProductNotFound />
  const { name, price, unit_price, offer, stock, net_weight, category } = product
  const isSoldOut = stock <= 0
  const others = isSoldOut ? more.filter((other) => other.stock > 0) : more
  const relatedSection = others.length > 0 && (
    <section className={isSoldOut ? 'section' : 'section far-below'} aria-labelledby="more-title">
      <SectionHeading
        id="more-title"
        title={isSoldOut ? `In stock from ${category.name}` : `More from ${category.name}`}
        link={{ to: categoryPath(category.slug), label: 'See them all' }}
      />
      <ProductGrid products={others} headingLevel="h3" isRelatedProduct />
    </section>
  )
  return (
    <div className="page product-page">
      <Breadcrumb
        trail={[
          { label: 'Home', to: '/' },
          { label: 'Products', to: '/products' },
          { label: category.name, to: categoryPath(category.slug) },
        ]}
        current={name}
      />
      <article>
        <div className="product">
          <ProductGallery key={product.id} product={product} />
          <div className="product-offer">
            <p className="eyebrow">
              <ShopLink to={categoryPath(category.slug)}>{category.name}</ShopLink>
            </p>
            <h1>{name}</h1>
            {net_weight && <p className="mt-2 text-muted">{net_weight}</p>}
            <p className="product-price">
              <Price pounds={price} className="text-2xl font-semibold" />
              <UnitPrice text={unit_price} />
              <OfferNote offer={offer} />
            </p>
            {stock > 0 && <DeliveryChargeNote className="text-sm" />}
            {stock > 0 && stock < EXACT_STOCK_BELOW && (
              <p className="mt-2 font-semibold text-laterite">{`Only ${stock} left in stock`}</p>
            )}
            <div className="pt-5 pb-2">
              <ProductPageAddToCart key={product.id} product={product} />
              <AllergenMark allergens={product.allergens} />
              {isSoldOut && relatedSection && (
                <p className="mb-4">
                  We have none left just now.{' '}
                  <a href="#more-title" className="link">
                    See what is like it
                  </a>
                </p>
              )}
              {isSoldOut && offersStockAlert && (
                <Suspense>
                  <StockAlertForm slug={product.slug} />
                </Suspense>
              )}
            </div>
            <ProductDescription product={product} />
            <ul className="product-promises">
              <li>Pay by cash or card when it arrives.</li>
              <li>
                Return it within {RETURN_WITHIN_DAYS} days of delivery. {messages.statutoryRights}
              </li>
            </ul>
          </div>
        </div>
        {isSoldOut && relatedSection}
        {isSoldOut && relatedSection && <h2 className="product-about">{`About ${name}`}</h2>}
        <ProductFacts product={product} />
      </article>
      {!isSoldOut && relatedSection}
      <Suspense>
        <LaterProducts slug={product.slug} goesWellWith={goesWellWith} />
      </Suspense>
      {stock > 0 && <AddToCartBar product={product} />}
    </div>
  )
}

function ProductNotFound() {
  return (
    <div className="page">
      <EmptyState
        level="h1"
        title={messages.productNotFound}
        action={<LinkButton to="/products">Back to Products</LinkButton>}
      >
        <p>It may be sold no longer, or the address may be wrong.</p>
      </EmptyState>
    </div>
  )
}
