import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { CommitmentsSection, NOTHING_IN_SMALL_PRINT } from './commitments-section.tsx'
import { StoryPicture, storyImages } from './story-picture.tsx'

const STAGES = [
  {
    name: 'The coast',
    picture: storyImages.coast,
    text: 'Down on the plain, mills press coconuts and kitchens near the sea put mussels, prawns and kingfish into jars. Kozhikode boils its black halwa here, slowly, in coconut oil.',
  },
  {
    name: 'The foot of the hills',
    picture: storyImages.foothills,
    text: 'Where the road begins to climb stand nendran bananas, tapioca and jackfruit. They are sliced straight into hot coconut oil, so that the chips taste of both.',
  },
  {
    name: 'The shaded slopes',
    picture: storyImages.slopes,
    text: 'Coffee grows under tall trees, and pepper climbs their trunks. The berries that stay on the vine longest become the boldest peppercorns.',
  },
  {
    name: 'Behind the ninth bend',
    picture: storyImages.plateau,
    text: 'Up on the plateau, small scented rice stands in the flooded valleys, cardamom in the damp shade, and honey comes from the edge of the forest.',
  },
]

const COMMITMENTS = [
  {
    title: 'Few makers, and named',
    text: 'A grower who picks pepper late, a mill that grinds in small batches, a kitchen that makes its pickle by the season. The maker’s name and address stand on every product’s page.',
  },
  NOTHING_IN_SMALL_PRINT,
  {
    title: 'One price, and no hurry',
    text: 'What the page says is what you pay at the door. No countdowns, no invented reviews, and nobody else’s trackers looking over your shoulder.',
  },
]

export function DemonstrationStory() {
  return (
    <article>
      <Opening />
      <DemonstrationStorySections />
    </article>
  )
}

export function DemonstrationStorySections() {
  return (
    <>
      <section className="page section" aria-labelledby="road-title">
        <header className="max-w-2xl pb-10">
          <h2 id="road-title">Up the road, shelf by shelf</h2>
          <p className="mt-4 text-lg text-muted">
            The Thamarassery ghat road has nine numbered hairpins. What grows beside it changes at every turn.
          </p>
        </header>
        <ol className="road">
          {STAGES.map(({ name, picture, text }) => (
            <li key={name}>
              <StoryPicture picture={picture} sizes="272px" className="arch" />
              <div>
                <h3>{name}</h3>
                <p className="mt-2 text-lg">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <CommitmentsSection commitments={COMMITMENTS} />
    </>
  )
}

function Opening() {
  const { name } = useShopIdentity()
  return (
    <div className="page story-opening pt-10 md:pt-16">
      <div>
        <p className="eyebrow">{`About ${name}`}</p>
        <h1 className="mt-3">Our Story</h1>
        <div className="mt-6 grid max-w-2xl gap-5">
          <p className="text-lg">
            Nine hairpins climb the ghat road from the Malabar plain to the Wayanad plateau. Behind the ninth,
            the air changes: it smells of pepper, coffee and rain. Our name comes from there, and so does much
            of what we sell.
          </p>
          <p>
            Every family that leaves Kerala takes a list along. Black pepper that still bites. Banana chips
            fried in coconut oil. Kudampuli for the fish curry, and a pickle that somebody’s aunt would
            recognise. In Britain the list grew longer every year, and what came was too often old, faded, or
            not quite the thing.
          </p>
          <p>{`So we began to fill the list ourselves: first for one kitchen table in London, then for friends, then for friends of friends. ${name} is that table, with a chair for everybody in the United Kingdom.`}</p>
          <p className="text-muted">
            This shop is a demonstration: company, makers and prices are invented. The road is real.
          </p>
        </div>
      </div>
      <StoryPicture picture={storyImages.table} sizes="(min-width: 58rem) 30rem, 90vw" className="arch" />
    </div>
  )
}
