import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { CommitmentsSection, NOTHING_IN_SMALL_PRINT } from './commitments-section.tsx'
import { neutralStoryImage } from './neutral-story-image.ts'

const COMMITMENTS = [
  NOTHING_IN_SMALL_PRINT,
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
          <p className="eyebrow">{`About ${name}`}</p>
          <h1 className="mt-3">Our Story</h1>
          <div className="mt-6 grid max-w-2xl gap-5">
            <p className="text-lg">
              {`${name} is an online shop for authentic Indian food. We deliver within the United Kingdom, and you pay when your parcel arrives.`}
            </p>
            <p>
              <span>{`${name === company ? 'We' : `${company} runs the shop. We`} would like you to know what you eat before you order it. If something is missing, ask us: every way to reach us is on the`}</span>{' '}
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
      <NeutralStorySections />
    </article>
  )
}

export const NeutralStorySections = () => <CommitmentsSection commitments={COMMITMENTS} />
