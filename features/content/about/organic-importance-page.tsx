import { hasInventedCompany, isDemonstration } from '#shop/identity/shop-identity.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import type { OwnPageText } from '#features/content/layout/own-text.server.ts'
import { LinkButton } from '#kit/form/button.tsx'
import { buildContentHead } from '#features/content/layout/content-head.tsx'
import { Figures, PolicyPage, type Section } from '#features/content/policies/policy-page.tsx'

export const head = (args: HeadArgs<OwnPageText>): Head =>
  buildContentHead(
    {
      title: 'Why organic matters',
      description:
        args.data.summary ||
        `What the word organic means by law, how to recognise it on our shelves, ${
          isDemonstration(args.identity)
            ? 'why we look for it on hill farms'
            : 'why not everything carries it'
        }, and what it does not promise.`,
      path: '/organic-importance',
    },
    args,
  )

const FIGURES = [
  {
    label: 'At least',
    figure: '95%',
    note: 'Of what was farmed must be organic before a food may have the word in its name.',
  },
  {
    label: 'Inspected',
    figure: 'Every year',
    note: 'A control body visits grower, mill and packer, and at random in between.',
  },
  {
    label: 'On the label',
    figure: 'A code',
    note: 'It names the control body, and beside it stands where the ingredients were farmed.',
  },
]

/** The legal meaning of organic; no health claims. */
export default function OrganicImportancePage() {
  return (
    <PolicyPage
      title="Why organic matters"
      lead="Organic is a word with a law behind it. It tells how something was farmed, and that somebody independent went to look."
      figures={<Figures figures={FIGURES} />}
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly Section[] = [
  { id: 'meaning', title: 'What the word means', body: <MeaningSection /> },
  { id: 'hills', title: 'Why it matters on a farm', body: <FarmsSection /> },
  { id: 'our-shelves', title: 'How to find it here', body: <OurProductsSection /> },
  { id: 'not-all', title: 'Why not everything is organic', body: <NonOrganicSection /> },
  { id: 'no-promise', title: 'What it does not promise', body: <NoHealthClaimSection /> },
]

function MeaningSection() {
  return (
    <>
      <p>
        Anybody may call food natural, traditional or pure. Organic is different: its rules say what a farm
        may and may not do.
      </p>
      <ul>
        <li>
          Soil is fed with compost, manure and crops that give something back, not with synthetic nitrogen.
        </li>
        <li>
          Pests and weeds are kept down by rotation, by hand and by other plants. Only a short list of
          substances is allowed.
        </li>
        <li>Nothing genetically modified is grown, and nothing is treated with ionising radiation.</li>
        <li>From field to packet the food is kept apart from other food, and the papers show it.</li>
      </ul>
    </>
  )
}

function FarmsSection() {
  return isDemonstration(useShopIdentity()) ? <HillFarmsText /> : <OrganicFarmingText />
}

function OrganicFarmingText() {
  return (
    <>
      <p>
        Many spices grow on plants that stand in the same place for years, among others that shade and feed
        them. What is put on such a field stays in its soil, and the next harvest grows in it.
      </p>
      <p>
        What is put on a field also leaves it with the rain, for the streams and fields below. What one grower
        does, the neighbours live with. That is the best reason we know to care how a farm is farmed.
      </p>
    </>
  )
}

function HillFarmsText() {
  return (
    <>
      <p>
        On the slopes of Wayanad nothing grows alone. Pepper climbs the trunks of tall trees, coffee stands in
        their shade, and cardamom below that. Leaves fall, rot, and feed the next year’s crop. It is a farm
        that looks like a wood.
      </p>
      <p>
        It is also a very wet one. The monsoon carries what lies on a slope down to the streams, and from
        there to the valley fields where rice stands in water. What a grower does at the top of the hill, the
        neighbours below live with. That is the best reason we know to care how the top of the hill is farmed.
      </p>
    </>
  )
}

function OurProductsSection() {
  const identity = useShopIdentity()
  const { name } = identity
  return (
    <>
      <p>
        Where a product is certified, the word organic stands in its name and the code of the control body on
        its page, under “Good to know”. Where the word is missing, we make no such claim.
      </p>
      <p>{`Our own name, ${name}, is not a certificate: rely on what each product’s page says.`}</p>
      {hasInventedCompany(identity) && (
        <p>
          This shop is a demonstration, and so are its certificates: the code GB-ORG-XX that its organic
          products carry belongs to no control body.
        </p>
      )}
      <p className="pt-2">
        <LinkButton to="/products">See what is on the shelves</LinkButton>
      </p>
    </>
  )
}

function NonOrganicSection() {
  return (
    <>
      <p>
        A field has to be farmed by the rules for two years before its crop may be called organic, and for
        pepper, coffee and other plants that stand for many years it is three. Inspection costs money in each
        of them. For a small farm that can be more than the crop brings in.
      </p>
      <p>
        {isDemonstration(useShopIdentity())
          ? 'So we buy from certified farms and from small ones without a certificate, and each product’s page says which it is.'
          : 'Good food without a certificate is good food all the same; each product’s page says which it is.'}
      </p>
    </>
  )
}

function NoHealthClaimSection() {
  return (
    <ul>
      <li>
        It does not say that a food has more or less of any nutrient: compare the nutrition tables instead.
      </li>
      <li>It does not say that a food is free from an allergen: read the allergy advice, organic or not.</li>
      <li>It does not say how much a grower was paid. That is a different question, and worth asking.</li>
      <li>
        It does not say that you will like the taste better. We hope so, but that is for you to find out.
      </li>
    </ul>
  )
}
