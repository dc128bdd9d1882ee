import { decodeEntities } from './html-entities.ts'

const words = (names: string): ReadonlySet<string> => new Set(names.split(' '))
/** Elements with a blank line around them. */
const PARAGRAPHS = words('p ul ol dl table blockquote pre figure h1 h2 h3 h4 h5 h6 hr section article')
/** Elements that start a line. */
const LINES = words(
  'address aside body caption center dd details div dt fieldset figcaption footer form header html legend li main nav summary tbody tfoot thead tr',
)
const INLINE = words(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark picture q s samp small source span strike strong sub sup td th time tt u var wbr br',
)
/** Elements whose content is not text. */
const HIDDEN = words(
  'head iframe math noscript object script style svg template title video audio select textarea',
)

/** No pattern looks beyond the next `<`, so that the time grows linearly. */
const TOKEN = /(<!--)|(-->)|<[!?][^<>]*>|<(\/?)([a-zA-Z][\w:-]*)(?=[\s/>])[^<>]*>/g

const isTagName = (name: string) =>
  [PARAGRAPHS, LINES, INLINE, HIDDEN].some((names) => names.has(name)) || /[:-]/.test(name)

type List = { isNumbered: boolean; count: number }

/** Joins texts, with line ends only between them. */
function createLines() {
  const parts: string[] = []
  let wanted = 0
  let before = ''
  let endsInSpace = true
  return {
    /** 1 starts a line, 2 a paragraph. */
    end(lines: number) {
      wanted = Math.max(wanted, lines)
    },
    breakLine() {
      wanted = Math.min(wanted + 1, 2)
    },
    /** Written before the next text of the line. */
    begin(mark: string) {
      before = mark
    },
    add(text: string) {
      const part = wanted > 0 || endsInSpace ? text.trimStart() : text
      if (part === '') return
      if (parts.length > 0 && wanted > 0) parts.push('\n'.repeat(wanted))
      parts.push(before, part)
      wanted = 0
      before = ''
      endsInSpace = part.endsWith(' ')
    },
    result: () =>
      parts
        .join('')
        .replaceAll(/ +(?=\n)/g, '')
        .trimEnd(),
  }
}

/** Converts HTML to text: paragraphs between blank lines, `- ` before list items. */
function convert(html: string, keepsLines: boolean): string {
  const lines = createLines()
  const lists: List[] = []
  let hidden: string | null = null
  let cells = 0
  const addText = (part: string) => {
    if (part === '') return
    const text = decodeEntities(part).replaceAll('\r\n', '\n')
    for (const [index, paragraph] of text.split(/\n[^\S\n]*\n/).entries()) {
      if (index > 0) lines.end(lists.length > 0 ? 1 : 2)
      for (const [place, line] of (keepsLines ? paragraph.split('\n') : [paragraph]).entries()) {
        if (place > 0) lines.breakLine()
        lines.add(line.replaceAll(/[\s\u00A0]+/g, ' '))
      }
    }
  }
  const addTag = (name: string, isEnd: boolean) => {
    if (name === 'br') lines.breakLine()
    else if (name === 'td' || name === 'th') {
      if (!isEnd && cells++ > 0) lines.begin(' | ')
    } else if (name === 'ul' || name === 'ol') {
      if (isEnd) lists.pop()
      lines.end(lists.length > 0 ? 1 : 2)
      if (!isEnd) lists.push({ isNumbered: name === 'ol', count: 0 })
    } else if (name === 'li') {
      const list = lists.at(-1)
      lines.end(1)
      if (list && !isEnd) list.count += 1
      lines.begin(isEnd ? '' : list?.isNumbered ? `${list.count}. ` : '- ')
    } else if (PARAGRAPHS.has(name)) lines.end(lists.length > 0 ? 1 : 2)
    else if (LINES.has(name)) lines.end(1)
    if (name === 'tr') cells = 0
  }
  let from = 0
  for (const { 0: token, 1: opens, 2: closes, 3: slash, 4: tag, index } of html.matchAll(TOKEN)) {
    const name = tag?.toLowerCase()
    if (name !== undefined && !isTagName(name)) continue
    if (hidden === null) addText(html.slice(from, index))
    from = index + token.length
    if (hidden !== null) {
      if (hidden === '<!--' ? closes !== undefined : slash === '/' && name === hidden) hidden = null
    } else if (opens !== undefined) hidden = opens
    else if (name !== undefined && HIDDEN.has(name) && slash === '' && !token.endsWith('/>')) hidden = name
    else if (name !== undefined) addTag(name, slash === '/')
  }
  if (hidden === null) addText(html.slice(from))
  return lines.result()
}

function layoutOf(text: string): 'lines' | 'tags' | 'none' {
  let layout: 'tags' | 'none' = 'none'
  for (const { 4: tag } of text.matchAll(TOKEN)) {
    const name = tag?.toLowerCase() ?? ''
    if (PARAGRAPHS.has(name) || LINES.has(name) || name === 'br') return 'lines'
    if (isTagName(name)) layout = 'tags'
  }
  return layout
}

/** Texts that were escaped twice still contain tags or entities. */
const MAX_ROUNDS = 3
/** Longer HTML would exceed the maximum text length, and is not read. */
const MAX_HTML_PER_TEXT = 4

/**
 * Converts text of another system: without tags and entities, with its paragraphs, lines and lists. If no tag
 * makes paragraphs or lines, those of the text count. Text without tags and entities is returned unchanged.
 */
export function htmlToText(source: string, maxLength = Infinity): string {
  if (!/[<&]/.test(source) || source.length > maxLength * MAX_HTML_PER_TEXT) return source
  let text = source
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const layout = layoutOf(text)
    const next = layout === 'none' ? decodeEntities(text) : convert(text, layout === 'tags')
    if (next === text) return text
    text = next
  }
  return text
}
