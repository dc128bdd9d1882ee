/** A text of the owner, parsed on the server, so that pages need no parser. */
export type TextInline = string | { strong: TextInline[] } | { href: string; text: TextInline[] }
export type TextBlock =
  | { heading: 2 | 3; text: TextInline[] }
  | { paragraph: TextInline[] }
  /** With `start` it is numbered. */
  | { items: TextBlock[][]; start?: number }

type PlainParagraph = { paragraph: [string] }
type PlainBlock = PlainParagraph | { items: [PlainParagraph][]; start?: number }

/** The beginning of a line that is an item of a list. */
const ITEM = /^\s*(?:[-*•·–]|(\d{1,3})[.)])\s+(?=\S)/

/** A text as it was typed: paragraphs between blank lines, lines within them, and lines that are items of lists. */
export function plainTextBlocks(text: string): PlainBlock[] {
  const blocks: PlainBlock[] = []
  let open: PlainBlock | undefined
  for (const line of text.split(/\r?\n/)) {
    const [mark = '', number] = ITEM.exec(line) ?? []
    const words = line.slice(mark.length).trim()
    if (words === '') open = undefined
    else if (mark === '') {
      if (open && 'paragraph' in open) open.paragraph[0] += `\n${words}`
      else blocks.push((open = { paragraph: [words] }))
    } else {
      const isSameList = open && 'items' in open && (open.start === undefined) === (number === undefined)
      if (!isSameList)
        blocks.push((open = number === undefined ? { items: [] } : { items: [], start: Number(number) }))
      if (open && 'items' in open) open.items.push([{ paragraph: [words] }])
    }
  }
  return blocks
}

/** The same text in one line, for search engines and shared links. */
export const plainTextLine = (text: string): string =>
  plainTextBlocks(text)
    .map((block) =>
      'items' in block
        ? `${block.items.map(([item]) => item.paragraph[0]).join(', ')}.`
        : block.paragraph[0].replaceAll('\n', ' '),
    )
    .join(' ')
