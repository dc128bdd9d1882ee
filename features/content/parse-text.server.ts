import { parseInlines, type Links } from './parse-inlines.server.ts'
import type { TextBlock } from '#shop/text/text-blocks.ts'

export type ParsedText = {
  blocks: TextBlock[]
  /** Addresses that must not be linked; the text shows them as typed. */
  refusedLinks: string[]
}

/** More would be hard to read, and each level costs another pass. */
const MAX_LIST_DEPTH = 4
const HEADING = /^ {0,3}(#{1,6}) +(?=\S)/
const ITEM = /^( *)(?:[-*+]|(\d{1,9})[.)]) +(?=\S)/
const CHECKBOX = /^\[[ x]\] /i
/** Control characters, and those that change the direction of the surrounding text. */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/**
 * Headings, paragraphs, lists, links and bold; everything else stays the typed text. Never throws, and takes
 * linear time. With `publicUrl`, links into the shop are absolute, for use outside it.
 */
export function parseText(source: string, publicUrl = ''): ParsedText {
  const links: Links = { refused: [], publicUrl }
  const lines = source
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/^[ \t]+/gm, (indent) => indent.replaceAll('\t', '    '))
    .split('\n')
  return { blocks: parseBlocks(lines, links, 0), refusedLinks: [...new Set(links.refused)] }
}

function parseBlocks(lines: readonly string[], links: Links, depth: number): TextBlock[] {
  const blocks: TextBlock[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ paragraph: parseInlines(paragraph.join('\n'), links) })
    paragraph = []
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    const [heading, { length: level } = ''] = HEADING.exec(line) ?? []
    const item = depth < MAX_LIST_DEPTH ? readItem(line) : null
    // A sentence may continue with a number, such as a year.
    const startsList =
      item !== null && (paragraph.length === 0 || item.start === undefined || item.start === 1)
    if (heading !== undefined || startsList || isBlank(line)) endParagraph()
    if (startsList) {
      const { items, end } = readItems(lines, at, item)
      const list = { items: items.map((own) => parseBlocks(own, links, depth + 1)) }
      blocks.push(item.start === undefined ? list : { ...list, start: item.start })
      at = end
      continue
    }
    if (heading !== undefined) {
      const text = line.slice(heading.length).trimEnd().replace(/ #+$/, '')
      blocks.push({ heading: level < 3 ? 2 : 3, text: parseInlines(text, links) })
    } else if (!isBlank(line)) paragraph.push(line.trim())
    at += 1
  }
  endParagraph()
  return blocks
}

type Item = { kind: string; start: number | undefined; width: number }

/** Null if the line starts no item; a line of marks alone is a drawn line. */
function readItem(line: string): Item | null {
  const [marks, , number] = ITEM.exec(line) ?? []
  if (marks === undefined || !/[^-*+ ]/.test(line.slice(marks.length))) return null
  return {
    kind: marks.trimEnd().at(-1)!,
    start: number === undefined ? undefined : Number(number),
    width: marks.length,
  }
}

/** The lines of each list item, without indentation. */
function readItems(lines: readonly string[], from: number, first: Item) {
  const items: string[][] = []
  let at = from
  for (
    let item: Item | null = first;
    item?.kind === first.kind;
    item = at < lines.length ? readItem(lines[at]!) : null
  ) {
    const own = [lines[at]!.slice(item.width).replace(CHECKBOX, '')]
    for (at += 1; at < lines.length; at += 1) {
      const line = lines[at]!
      const isIndented = line.length - line.trimStart().length >= item.width
      const goesOn = own.at(-1) !== '' && !HEADING.test(line) && readItem(line) === null
      if (!isBlank(line) && !isIndented && !goesOn) break
      own.push(isBlank(line) ? '' : isIndented ? line.slice(item.width) : line.trimStart())
    }
    items.push(own)
  }
  return { items, end: at }
}

const isBlank = (line: string) => line.trim() === ''
