import type { TextBlock } from '#shop/text/text-blocks.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { OwnText } from '#kit/display/own-text.tsx'
import { LinkButton } from '#kit/form/button.tsx'

export function OwnStory({ blocks, hasMore }: { blocks: readonly TextBlock[]; hasMore: boolean }) {
  const { name } = useShopIdentity()
  return (
    <article className="page pt-10 md:pt-16">
      <p className="eyebrow">{`About ${name}`}</p>
      <h1 className="mt-3">Our Story</h1>
      <div className="prose own-text pt-6 text-lg">
        <OwnText blocks={blocks} />
      </div>
      {!hasMore && (
        <p className="pt-10">
          <LinkButton to="/products">See what is on the shelves</LinkButton>
        </p>
      )}
    </article>
  )
}
