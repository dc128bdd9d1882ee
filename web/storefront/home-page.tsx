import { useLoaderData } from 'react-router'
import { useIdentity } from '#web/kernel/identity-context.tsx'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { BendLine } from '#web/brand/bend-line.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { CategoryTile } from './category-tile.tsx'
import { NotLoaded } from './could-not-load.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { Hero } from './hero.tsx'
import type { loader } from './home-page.server.ts'
import { whoWeAre } from './home-structured-data.ts'
import { ProductGrid } from './product-card.tsx'
import { SectionHead } from './section-head.tsx'

export function head({ shopName, publicUrl, identity }: HeadArgs<typeof loader>): Head {
  return {
    title: `${shopName}: Kerala and Wayanad food, delivered in the UK`,
    description:
      'Whole spices, masalas, forest honey, banana chips, pickles, rice, tea and coffee from Kerala and Wayanad. Delivered in the United Kingdom.',
    canonical: '/',
    structuredData: import.meta.env.SSR ? whoWeAre(identity, publicUrl) : [],
  }
}

export default function HomePage() {
  const { categories, bestSellers, hasFailed } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero />
      <DeliveryFacts />
      {hasFailed && <NotLoaded />}
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
      <NineBends />
    </>
  )
}

function NineBends() {
  const { name } = useIdentity()
  return (
    <section className="nine-bends on-dark far-below" aria-labelledby="nine-bends-title">
      <div className="page nine-bends-columns">
        <BendLine className="nine-bends-road" />
        <div>
          <p className="eyebrow">Why {name}</p>
          <h2 id="nine-bends-title">Nine hairpins up, and the air begins to smell of pepper.</h2>
          <p className="mt-5 text-lg">
            The ghat road leaves the Malabar plain, folds back on itself nine times and comes out in Wayanad. The plants
            beside it change at every turn: coconut and banana first, then rubber, then coffee under silver oak with
            pepper climbing every trunk. The hill farms begin behind the ninth bend; at its foot are the mills and kitchens of
            the coast. We buy from both.
          </p>
          <p className="mt-8">
            <LinkButton to="/about" variant="turmeric">
              Read our story
            </LinkButton>
          </p>
        </div>
      </div>
    </section>
  )
}
