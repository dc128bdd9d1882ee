import { useEffect, useId, type ComponentProps } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { toShareImage } from '#kit/document-head/share-image.ts'
import { BrandLine } from '#kit/brand/brand-line.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { OwnText } from '#kit/display/own-text.tsx'
import { CategoryTile } from '#features/catalogue/categories/category-tile.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import { useSession } from '#features/accounts/browser-session/browser-session.tsx'
import { ListLoadError } from '#kit/errors/load-error.tsx'
import { DeliveryHighlights } from './delivery-highlights.tsx'
import { Hero } from './hero.tsx'
import type { HomeContent } from './home-content.server.ts'
import type { loader } from './home-page.server.ts'
import { organisationStructuredData } from './organisation-structured-data.ts'
import { ProductGrid } from '#features/catalogue/product-list/product-card.tsx'
import { SectionHeading } from '#kit/display/section-heading.tsx'
import { EmptyShopMessage } from '#features/catalogue/product-list/empty-shop-message.tsx'

export function head({ data, publicUrl, identity }: HeadArgs<typeof loader>): Head {
  const { title, description, sharePicture } = data.content
  return {
    title,
    description,
    canonical: '/',
    ...(import.meta.env.SSR && sharePicture && { picture: toShareImage(sharePicture.url, sharePicture.alt) }),
    structuredData: import.meta.env.SSR ? organisationStructuredData(identity, publicUrl) : [],
  }
}

export default function HomePage() {
  const { categories, bestSellers, otherProducts, hasFailed, content } = useLoaderData<typeof loader>()
  const { user } = useSession()
  const isSignedOut = new URLSearchParams(useLocation().search).get('notice') === 'signed-out' && !user
  useEffect(() => {
    if (!isSignedOut) return
    history.replaceState(history.state, '', '/')
    announce(messages.signedOut)
  }, [isSignedOut])
  return (
    <>
      {isSignedOut && (
        <div className="page py-4">
          <p className="notice">{messages.signedOut}</p>
        </div>
      )}
      <Hero {...content.hero} />
      <DeliveryHighlights />
      {hasFailed && <ListLoadError />}
      {!hasFailed && bestSellers.length + otherProducts.length === 0 && (
        <div className="page">
          <EmptyShopMessage />
        </div>
      )}
      {categories.length > 0 && (
        <section className="page section far-below" aria-labelledby="categories-title">
          <SectionHeading
            id="categories-title"
            title="Shop by category"
            link={{ to: '/categories', label: 'All categories' }}
          />
          <ul className="category-row">
            {categories.map((category) => (
              <CategoryTile key={category.id} category={category} />
            ))}
          </ul>
        </section>
      )}
      <ProductsSection
        title="Best sellers"
        link={{ to: '/products?filter=best-sellers', label: 'All best sellers' }}
        products={bestSellers}
      />
      <ProductsSection
        title="From our shelves"
        link={{ to: '/products', label: 'All products' }}
        products={otherProducts}
      />
      <WhySection {...content.why} />
    </>
  )
}

type ProductsSectionProps = {
  title: string
  link: { to: string; label: string }
  products: ComponentProps<typeof ProductGrid>['products']
}

function ProductsSection({ title, link, products }: ProductsSectionProps) {
  const id = useId()
  if (products.length === 0) return null
  return (
    <section className="page section far-below" aria-labelledby={id}>
      <SectionHeading id={id} title={title} link={link} />
      <ProductGrid products={products} headingLevel="h3" />
    </section>
  )
}

function WhySection({ title, text, link }: HomeContent['why']) {
  const { name } = useShopIdentity()
  return (
    <section className="nine-bends on-dark far-below" aria-labelledby="nine-bends-title">
      <div className="page nine-bends-columns">
        <BrandLine className="nine-bends-road" />
        <div>
          <p className="eyebrow">{`Why ${name}`}</p>
          <h2 id="nine-bends-title">{title}</h2>
          {typeof text === 'string' ? (
            <p className="mt-5 text-lg">{text}</p>
          ) : (
            <div className="nine-bends-text text-lg">
              <OwnText blocks={text} />
            </div>
          )}
          <p className="mt-8">
            <LinkButton to="/about" variant="turmeric">
              {link}
            </LinkButton>
          </p>
        </div>
      </div>
    </section>
  )
}
