import { Fragment, type ReactNode } from 'react'
import type { TextBlock, TextInline } from '#shop/text/text-blocks.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

/** Uses React elements only, so that no text can become markup. */
export const OwnText = ({ blocks }: { blocks: readonly TextBlock[] }) => blocks.map(renderBlock)

// A text never changes on an open page, so positions are its keys.
function renderBlock(block: TextBlock, key: number): ReactNode {
  if ('heading' in block) {
    const Heading = `h${block.heading}` as const
    return <Heading key={key}>{renderInlines(block.text)}</Heading>
  }
  if ('paragraph' in block) return <p key={key}>{renderInlines(block.paragraph)}</p>
  const items = block.items.map((item, index) => <li key={index}>{item.map(renderPartOfItem)}</li>)
  return block.start === undefined ? (
    <ul key={key}>{items}</ul>
  ) : (
    <ol key={key} start={block.start}>
      {items}
    </ol>
  )
}

const renderPartOfItem = (block: TextBlock, index: number): ReactNode =>
  index === 0 && 'paragraph' in block ? (
    <Fragment key={index}>{renderInlines(block.paragraph)}</Fragment>
  ) : (
    renderBlock(block, index)
  )

export const renderInlines = (inlines: readonly TextInline[]): ReactNode => inlines.map(renderInline)

function renderInline(inline: TextInline, key: number): ReactNode {
  if (typeof inline === 'string') return inline
  if ('strong' in inline) return <strong key={key}>{renderInlines(inline.strong)}</strong>
  const { href, text } = inline
  return href.startsWith('/') ? (
    <ShopLink key={key} to={href} className="link">
      {renderInlines(text)}
    </ShopLink>
  ) : (
    <a key={key} href={href} className="link">
      {renderInlines(text)}
    </a>
  )
}
