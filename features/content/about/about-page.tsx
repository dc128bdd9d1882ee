import { useLoaderData } from 'react-router'
import { isDemonstration } from '#shop/identity/shop-identity.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { buildContentHead } from '#features/content/layout/content-head.tsx'
import type { OwnPageText } from '#features/content/layout/own-text.server.ts'
import { DemonstrationStory, DemonstrationStorySections } from './demonstration-story.tsx'
import { NeutralStory, NeutralStorySections } from './neutral-story.tsx'
import { OwnStory } from './own-story.tsx'

export function head(args: HeadArgs<OwnPageText>): Head {
  const { shopName, identity, data } = args
  const standard = isDemonstration(identity)
    ? `Why ${shopName} is named after the last bend of the ghat road to Wayanad, what grows beside that road, and how we choose what we sell.`
    : `Who ${shopName} is, what you can rely on when you order from us, and how to reach us.`
  return buildContentHead({ title: 'Our Story', description: data.summary || standard, path: '/about' }, args)
}

export default function AboutPage() {
  const { own, keepsStandard } = useLoaderData<OwnPageText>()
  const isInvented = isDemonstration(useShopIdentity())
  if (own === null) return isInvented ? <DemonstrationStory /> : <NeutralStory />
  return (
    <>
      <OwnStory blocks={own} hasMore={keepsStandard} />
      {keepsStandard && (isInvented ? <DemonstrationStorySections /> : <NeutralStorySections />)}
    </>
  )
}
