import { LinkButton } from '#kit/form/button.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

export type Commitment = { title: string; text: string }

export const NOTHING_IN_SMALL_PRINT: Commitment = {
  title: 'Nothing in small print',
  text: 'Ingredients, allergens, storage, and what a kilo or a litre costs are on the page before you buy. The allergy advice comes again with the email that confirms your order.',
}

export function CommitmentsSection({ commitments }: { commitments: readonly Commitment[] }) {
  return (
    <section className="page section" aria-labelledby="habits-title">
      <h2 id="habits-title">How we keep shop</h2>
      <ul className="habits">
        {commitments.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-4 pt-10">
        <LinkButton to="/products">See what is on the shelves</LinkButton>
        <ShopLink to="/organic-importance" className="link py-2">
          Why organic matters
        </ShopLink>
      </p>
    </section>
  )
}
