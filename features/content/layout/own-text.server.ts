import type { LoaderFunctionArgs } from 'react-router'
import type { TextPage } from '#features/content/content-pages.ts'
import { parseText } from '#features/content/parse-text.server.ts'
import type { TextBlock, TextInline } from '#shop/text/text-blocks.ts'
import { cacheContext, shopContext } from '#kit/requests/request-contexts.ts'

export type OwnPageText = {
  /** Null: the page shows the standard text. */
  own: TextBlock[] | null
  keepsStandard: boolean
  /** The first paragraph, for search engines. */
  summary: string
}
const STANDARD_TEXT: OwnPageText = { own: null, keepsStandard: true, summary: '' }

/** The handlers of a page with a text of the owner. Saving a text empties the page cache, as a setting does. */
export const ownTextPage = (page: TextPage) => ({
  loader({ context }: LoaderFunctionArgs): OwnPageText {
    context.get(cacheContext).setCacheTags([])
    const { text, keeps_standard = false } = context.get(shopContext).texts[page] ?? {}
    if (!text) return STANDARD_TEXT
    const { blocks } = parseText(text)
    return { own: blocks, keepsStandard: keeps_standard, summary: firstParagraph(blocks) }
  },
})

function firstParagraph(blocks: readonly TextBlock[]): string {
  const block = blocks.find((each) => 'paragraph' in each)
  return block ? plainText(block.paragraph) : ''
}

const plainText = (inlines: readonly TextInline[]): string =>
  inlines
    .map((inline) =>
      typeof inline === 'string' ? inline : plainText('strong' in inline ? inline.strong : inline.text),
    )
    .join('')
