import { Marked, type Token, type Tokens } from 'marked'
import type { TextBlock, TextInline } from './text-blocks.ts'

export type ParsedText = {
  blocks: TextBlock[]
  /** Addresses that must not be linked; the text shows them as typed. */
  refusedLinks: string[]
}

type Links = { refused: string[]; publicUrl: string }

const NO_TOKEN = () => undefined
/** Only headings, paragraphs, lists, links and bold: the rest stays the text that was typed. */
const marked = new Marked({
  tokenizer: {
    blockquote: NO_TOKEN,
    code: NO_TOKEN,
    fences: NO_TOKEN,
    hr: NO_TOKEN,
    html: NO_TOKEN,
    def: NO_TOKEN,
    table: NO_TOKEN,
    lheading: NO_TOKEN,
    reflink: NO_TOKEN,
    codespan: NO_TOKEN,
    del: NO_TOKEN,
    tag: NO_TOKEN,
  },
})

/** More would be hard to read, and each level costs the parser another pass. */
const MAX_LIST_DEPTH = 4
const NESTED_MARKERS = new RegExp(
  String.raw`^([ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+){${MAX_LIST_DEPTH},}(?=(?:[-*+]|\d{1,9}[.)])[ \t])`,
  'gm',
)
const MAX_INDENT = ' '.repeat(3 * MAX_LIST_DEPTH)
/** Control characters, and those that turn the direction of the text around them. */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/**
 * Throws for no text: of what is not known, the text as typed is kept. With `publicUrl`, links into the shop are whole
 * addresses, for pages outside it.
 */
export function parseText(source: string, publicUrl = ''): ParsedText {
  const links: Links = { refused: [], publicUrl }
  const text = source
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .replace(NESTED_MARKERS, '$1')
    .replace(/^[ \t]{13,}/gm, MAX_INDENT)
  return { blocks: toBlocks(marked.lexer(text), links), refusedLinks: [...new Set(links.refused)] }
}

const toBlocks = (tokens: readonly Token[], links: Links): TextBlock[] =>
  tokens.flatMap((token) => toBlock(token, links))

function toBlock(token: Token, links: Links): TextBlock[] {
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return []
    case 'heading':
      return [{ heading: (token as Tokens.Heading).depth < 3 ? 2 : 3, text: inlinesOf(token, links) }]
    case 'list': {
      const { items, start } = token as Tokens.List
      const list = { items: items.map((item) => toBlocks(item.tokens, links)) }
      return [typeof start === 'number' ? { ...list, start } : list]
    }
    case 'paragraph':
    case 'text':
      return [{ paragraph: inlinesOf(token, links) }]
    default:
      return token.raw.trim() ? [{ paragraph: [token.raw.trim()] }] : []
  }
}

const inlinesOf = (token: Token, links: Links): TextInline[] =>
  'tokens' in token && token.tokens ? toInlines(token.tokens, links) : [token.raw]

function toInlines(tokens: readonly Token[], links: Links): TextInline[] {
  const inlines: TextInline[] = []
  for (const token of tokens) {
    const inline = toInline(token, links)
    // Neighbouring texts are one, so that pages contain no empty marks between them.
    if (typeof inline === 'string' && typeof inlines.at(-1) === 'string')
      inlines.push(`${inlines.pop() as string}${inline}`)
    else inlines.push(inline)
  }
  return inlines
}

function toInline(token: Token, links: Links): TextInline {
  switch (token.type) {
    case 'strong':
      return { strong: inlinesOf(token, links) }
    case 'escape':
      return (token as Tokens.Escape).text
    case 'br':
      return '\n'
    case 'link': {
      const { href } = token as Tokens.Link
      const safe = safeLink(href)
      if (safe !== null)
        return { href: safe.startsWith('/') ? links.publicUrl + safe : safe, text: inlinesOf(token, links) }
      // Not those that the parser found in plain text, like www.example.com.
      if (/^[[<]/.test(token.raw)) links.refused.push(href)
      return token.raw
    }
    default:
      return token.raw
  }
}

/** https:, mailto:, tel:, and paths of the shop; null for every other address. */
function safeLink(href: string): string | null {
  if (/[\s\\\p{C}]/u.test(href)) return null
  if (href.startsWith('/')) return href.startsWith('//') ? null : href
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href) || /^tel:\+?[\d().-]+$/i.test(href)) return href
  if (!/^https:\/\//i.test(href)) return null
  const url = URL.parse(href)
  return url && url.protocol === 'https:' && url.username === '' && url.password === '' ? href : null
}
