import { useShopIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { LinkButton } from '#web/ui/form/button.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { neutralStoryImage } from './neutral-story-image.ts'

const COMMITMENTS = [
  {
    title: 'Nothing in small print',
    text: 'Ingredients, allergens, storage, and what a kilo or a litre costs are on the page before you buy. The allergy advice comes again with the email that confirms your order.',
  },
  {
    title: 'One price, and no hurry',
    text: 'What checkout says is what you pay at the door. No countdowns, no invented reviews, and nobody else’s trackers looking over your shoulder.',
  },
  {
    title: 'Your order stays yours',
    text: 'Until it ships you cancel it yourself, with one press. You see at any time how far it has come, and when we expect it to arrive.',
  },
]

export function NeutralStory() {
  const { name, company } = useShopIdentity()
  return (
    <article>
      <div className="page story-opening pt-10 md:pt-16">
        <div>
          <p className="eyebrow">About {name}</p>
          <h1 className="mt-3">Our Story</h1>
          <div className="mt-6 grid max-w-2xl gap-5">
            <p className="text-lg">{name} is an online shop for authentic Indian food. We deliver within the United Kingdom, and you pay when your parcel arrives.</p>
            <p>
              {name === company ? 'We' : `Behind the name stands ${company}. We`} would like you to know what you eat before you order it. If something is not said, ask us: every
              way to reach us stands on the{' '}
              <ShopLink to="/contact" className="link">
                contact page
              </ShopLink>
              .
            </p>
          </div>
        </div>
        <picture className="picture arch">
          <img {...neutralStoryImage} alt="" loading="lazy" decoding="async" />
        </picture>
      </div>
      <section className="page section" aria-labelledby="habits-title">
        <h2 id="habits-title">How we keep shop</h2>
        <ul className="habits">
          {COMMITMENTS.map(({ title, text }) => (
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
    </article>
  )
}
