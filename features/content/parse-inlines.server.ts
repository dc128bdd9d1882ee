import { isWebAddress } from '#shop/text/web-address.ts'
import type { TextInline } from '#shop/text/text-blocks.ts'

/** Refused addresses are not linked; the text shows them as typed. */
export type Links = { refused: string[]; publicUrl: string }

/** `**` or `__`, until it is known whether it has a pair. */
type BoldMark = { mark: string; opens: boolean; closes: boolean }
type Part = TextInline | BoldMark
/** An open bracket, with its index among the parts and in the source. */
type Bracket = { part: number; from: number; isPicture: boolean }

const PUNCTUATION = String.raw`[!-\/:-@[-\x60{-~]`
const ESCAPED = new RegExp(String.raw`\\(${PUNCTUATION})`, 'g')
// Each alternative stops where the next could start, so that the time grows linearly.
const TOKEN = new RegExp(
  [
    String.raw`\\${PUNCTUATION}`,
    String.raw`!?\[`,
    String.raw`\]`,
    String.raw`<[^\s<>]+>`,
    String.raw`\*{2,}|_{2,}`,
    String.raw`(?<!\w)https:\/\/[^\s<>[\]]+`,
    String.raw`(?<![\w.+-])[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}`,
  ].join('|'),
  'gi',
)
const DESTINATION =
  /\(\s*(?:<([^<>\n]*)>|((?!<)(?:[^\s()\\]|\\.|\([^\s()\\]*\))*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/y
const ADDRESS_IN_ANGLES = /^<(?:[a-z][a-z\d+.-]{1,31}:.+|[^@]+@[^@]+)>$/i

/** Bold and links; everything else stays the typed text. */
export function parseInlines(source: string, links: Links): TextInline[] {
  const parts: Part[] = []
  let brackets: Bracket[] = []
  let end = 0

  /** Reads the address after the bracket as well, if the bracket ends a link's text. */
  function closeBracket(at: number) {
    const open = brackets.pop()
    DESTINATION.lastIndex = at + 1
    const [found, inAngles, bare = ''] = (open && DESTINATION.exec(source)) ?? []
    if (!open || found === undefined) return parts.push(']')
    end = DESTINATION.lastIndex
    const words = withoutLinks(pairBold(parts.splice(open.part).slice(1)))
    const href = (inAngles ?? bare).replace(ESCAPED, '$1')
    const link = open.isPicture || words.length === 0 ? null : toLink(href, words, links)
    if (link) brackets = []
    else if (!open.isPicture) links.refused.push(href)
    return parts.push(link ?? source.slice(open.from, end))
  }

  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(source); found; found = TOKEN.exec(source)) {
    const [token] = found
    const at = found.index
    parts.push(source.slice(end, at))
    end = at + token.length
    if (token.startsWith('\\')) parts.push(token.slice(1))
    else if (token.endsWith('[')) {
      brackets.push({ part: parts.length, from: at, isPicture: token.startsWith('!') })
      parts.push(token)
    } else if (token === ']') closeBracket(at)
    else if (/^(?:\*|_)/.test(token)) parts.push(...boldParts(token, source[at - 1], source[end]))
    else if (token.startsWith('<')) {
      const address = ADDRESS_IN_ANGLES.test(token) ? token.slice(1, -1) : null
      const link = address && toLink(withScheme(address), [address], links)
      if (address && !link) links.refused.push(address)
      parts.push(link || token)
    } else {
      const address = withoutPunctuation(token)
      end = at + address.length
      parts.push(toLink(withScheme(address), [address], links) ?? address)
    }
    TOKEN.lastIndex = end
  }
  return pairBold([...parts, source.slice(end)])
}

const withScheme = (address: string) => (/^[a-z][a-z\d+.-]*:/i.test(address) ? address : `mailto:${address}`)

/** Punctuation after an address belongs to the sentence. */
function withoutPunctuation(address: string): string {
  let surplus = address.split(')').length - address.split('(').length
  let length = address.length
  for (; length > 0; length -= 1) {
    const last = address[length - 1]!
    if (last === ')' && surplus > 0) surplus -= 1
    else if (!`?!.,:;*_~'"`.includes(last)) break
  }
  return address.slice(0, length)
}

/** Three characters are a mark and a text; more are a text. */
function boldParts(run: string, before = ' ', after = ' '): Part[] {
  const isUnderline = run.startsWith('_')
  const opens = /\S/.test(after) && !(isUnderline && /\w/.test(before))
  const closes = /\S/.test(before) && !(isUnderline && /\w/.test(after))
  if (run.length > 3 || !(opens || closes)) return [run]
  const mark = { mark: run.slice(0, 2), opens, closes }
  return run.length === 2 ? [mark] : opens ? [run.slice(2), mark] : [mark, run.slice(2)]
}

/** Bold is never nested, so that depth does not grow with the text. */
function pairBold(parts: readonly Part[]): TextInline[] {
  const inlines: TextInline[] = []
  let open: { mark: string; at: number } | null = null
  for (const part of parts) {
    if (typeof part === 'string' || !('mark' in part)) inlines.push(part)
    else if (part.closes && open?.mark === part.mark && inlines.length > open.at + 1) {
      inlines.push({ strong: joinTexts(inlines.splice(open.at).slice(1)) })
      open = null
    } else {
      if (part.opens) open = { mark: part.mark, at: inlines.length }
      inlines.push(part.mark)
    }
  }
  return joinTexts(inlines)
}

/** Joins neighbouring texts, so that pages contain no empty comment nodes between them. */
function joinTexts(inlines: readonly TextInline[]): TextInline[] {
  const joined: TextInline[] = []
  let text = ''
  for (const inline of inlines) {
    if (typeof inline === 'string') text += inline
    else {
      if (text) joined.push(text)
      joined.push(inline)
      text = ''
    }
  }
  return text ? [...joined, text] : joined
}

const withoutLinks = (inlines: readonly TextInline[]): TextInline[] =>
  joinTexts(
    inlines.flatMap((inline) =>
      typeof inline === 'string'
        ? [inline]
        : 'href' in inline
          ? inline.text
          : [{ strong: withoutLinks(inline.strong) }],
    ),
  )

function toLink(href: string, text: TextInline[], { publicUrl }: Links): TextInline | null {
  const safe = safeLink(href)
  return safe === null ? null : { href: safe.startsWith('/') ? publicUrl + safe : safe, text }
}

/** Allows https:, mailto:, tel:, and paths of the shop; null for any other address. */
function safeLink(href: string): string | null {
  if (/[\s\\\p{C}]/u.test(href)) return null
  if (href.startsWith('/')) return href.startsWith('//') ? null : href
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(href) || /^tel:\+?[\d().-]+$/i.test(href)) return href
  return /^https:/i.test(href) && isWebAddress(href) && URL.canParse(href) ? href : null
}
