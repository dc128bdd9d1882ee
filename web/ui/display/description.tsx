import { plainTextBlocks } from '#shop/content/text-blocks.ts'
import { OwnText } from './own-text.tsx'

/** The text of a product or category with its paragraphs, lines and lists. */
export const Description = ({ text, className }: { text: string; className: string }) => (
  <div className={`description ${className}`}>
    <OwnText blocks={plainTextBlocks(text)} />
  </div>
)
