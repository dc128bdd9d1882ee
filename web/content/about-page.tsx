import { Link } from 'react-router'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { useIdentity } from '#web/kernel/identity-context.tsx'
import { BendsRule } from './bends-rule.tsx'

export function head({ shopName }: HeadArgs<undefined>): Head {
  return {
    title: `Our Story – ${shopName}`,
    description: `Why ${shopName} is named after the last bend of the ghat road to Wayanad, and how we choose what we sell.`,
    canonical: '/about',
  }
}

const PROMISES = [
  {
    title: 'We buy small',
    text: 'Whole spices come in sacks, not containers. When a lot is finished it is sold out, and the next one says its own name.',
  },
  {
    title: 'We say what is in it',
    text: 'Ingredients, allergens, weight and maker stand on the page of every product, before you buy and again with your order.',
  },
  {
    title: 'We answer the phone',
    text: 'Cooking a sadya for the first time, or missing a jar from your parcel? Write or ring, and a person who knows the shelves replies.',
  },
]

/** /about, 'Our Story' (§2). */
export default function AboutPage() {
  const { name } = useIdentity()
  return (
    <article className="page py-10 md:py-16">
      <header className="max-w-3xl">
        <p className="eyebrow">About {name}</p>
        <h1 className="mt-3">Our Story</h1>
        <p className="mt-6 text-lg text-muted">
          Nine hairpins climb the ghat road from the Malabar plain to the Wayanad plateau. Behind the ninth, the air
          changes: it smells of pepper, coffee and rain. That is where our shop begins.
        </p>
      </header>
      <BendsRule />
      <div className="grid gap-10 lg:grid-cols-[3fr_2fr] lg:gap-16">
        <div className="grid max-w-2xl gap-5">
          <h2>A road, and a shopping list</h2>
          <p>
            Every family that leaves Kerala takes a list along. Black pepper that still bites. Banana chips fried in
            coconut oil. Kudampuli for the fish curry, and a pickle that somebody’s aunt would recognise. In Britain the
            list grew longer each year, and what arrived was too often old, faded, or not quite the thing.
          </p>
          <p>
            So we started to fill the list ourselves: first for our own kitchen table in London, then for friends, then
            for friends of friends. {name} is that table, with a door that is open to everybody in the United Kingdom.
          </p>
          <h2 className="mt-4">How we choose</h2>
          <p>
            We look for the makers who do one thing well: a grower who picks pepper late, a mill that grinds in small
            batches, a kitchen that makes its pickles by the season. We taste everything at home, in the dish it is meant
            for. If we would not put it on our own rice, it does not go on the shelf.
          </p>
          <p>
            <Link className="link" to="/products">
              See what is on the shelves
            </Link>
          </p>
        </div>
        <ul className="grid content-start gap-8 border-t border-line pt-8 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-10">
          {PROMISES.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </article>
  )
}
