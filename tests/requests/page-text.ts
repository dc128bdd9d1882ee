const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'", nbsp: ' ' }
export const decoded = (text: string) => text.replace(/&([#\w]+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
const withoutData = (html: string) => html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '').replace(/<!--[\s\S]*?-->/g, '')

/** What a person reads on a page: no tags, no scripts, one space between words. */
export const textOf = (html: string): string => decoded(withoutData(html).replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ').trim()

/** Where the first link with these words leads. */
export function linkOn(html: string, words: string): string | undefined {
  for (const [, attributes = '', content = ''] of withoutData(html).matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)) {
    if (textOf(content) === words) return decoded(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '')
  }
  return undefined
}

/** What stands in the field of a form when the page opens. */
export function valueOn(html: string, field: string): string | undefined {
  const [input] = new RegExp(`<input\\b[^>]*\\bname="${field}"[^>]*>`).exec(withoutData(html)) ?? []
  return input && decoded(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? '')
}

export const titleOf = (html: string): string => decoded(/<title>([^<]*)/.exec(html)?.[1] ?? '')
