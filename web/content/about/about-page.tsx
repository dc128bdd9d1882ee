import { isDemonstration } from '#shop/identity/shop-identity.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { useShopIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { buildContentHead } from '#web/content/layout/content-head.ts'
import { DemonstrationStory } from './demonstration-story.tsx'
import { NeutralStory } from './neutral-story.tsx'

export function head(args: HeadArgs<undefined>): Head {
  const { shopName, identity } = args
  const description = isDemonstration(identity)
    ? `Why ${shopName} is named after the last bend of the ghat road to Wayanad, what grows beside that road, and how we choose what we sell.`
    : `Who ${shopName} is, what you can rely on when you order from us, and how to reach us.`
  return buildContentHead({ title: 'Our Story', description, path: '/about' }, args)
}

export default function AboutPage() {
  return isDemonstration(useShopIdentity()) ? <DemonstrationStory /> : <NeutralStory />
}
