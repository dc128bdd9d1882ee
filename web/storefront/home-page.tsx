import { useLoaderData } from 'react-router'
import { useIdentity } from '#web/kernel/identity-context.tsx'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { BendLine } from '#web/brand/bend-line.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CategoryTile } from './category-tile.tsx'
import { NotLoaded } from './could-not-load.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { Hero } from './hero.tsx'
import type { HomeContent } from './home-content.server.ts'
import type { loader } from './home-page.server.ts'
import { whoWeAre } from './home-structured-data.ts'
import { ProductGrid } from './product-card.tsx'
import { SectionHead } from './section-head.tsx'
import { ShopIsEmpty } from './shop-is-empty.tsx'

export function head({ data, publicUrl, identity }: HeadArgs<typeof loader>): Head {
  return {
    title: data.content.title,
    description: data.content.description,
    canonical: '/',
    structuredData: import.meta.env.SSR ? whoWeAre(identity, publicUrl) : [],
  }
}

export default function HomePage() {
  const { categories, bestSellers, hasFailed, content } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero {...content.hero} />
      <DeliveryFacts />
      {hasFailed && <NotLoaded />}
      {!hasFailed && categories.length + bestSellers.length === 0 && (
        <div className="page">
          <ShopIsEmpty />
        </div>
      )}
      {categories.length > 0 && (
        <section className="page section far-below" aria-labelledby="categories-title">
          <SectionHead id="categories-title" title="Shop by category" link={{ to: '/categories', label: 'All categories' }} />
          <ul className="category-row">
            {categories.map((category) => (
              <CategoryTile key={category.id} category={category} />
            ))}
          </ul>
        </section>
      )}
      {bestSellers.length > 0 && (
        <section className="page section far-below" aria-labelledby="best-sellers-title">
          <SectionHead
            id="best-sellers-title"
            title="Best sellers"
            link={{ to: '/products?filter=best-sellers', label: 'All best sellers' }}
          />
          <ProductGrid products={bestSellers} headingLevel="h3" />
        </section>
      )}
      <Why {...content.why} />
    </>
  )
}

function Why({ title, text, link }: HomeContent['why']) {
  const { name } = useIdentity()
  return (
    <section className="nine-bends on-dark far-below" aria-labelledby="nine-bends-title">
      <div className="page nine-bends-columns">
        <BendLine className="nine-bends-road" />
        <div>
          <p className="eyebrow">Why {name}</p>
          <h2 id="nine-bends-title">{title}</h2>
          <p className="mt-5 text-lg">{text}</p>
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
