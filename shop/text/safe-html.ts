/** Created only by {@link html}. */
export class SafeHtml {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Content = SafeHtml | string | number | null | undefined | false | readonly Content[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

/** Escapes all values except those made by `html`. */
export const html = (parts: TemplateStringsArray, ...contents: Content[]) =>
  new SafeHtml(parts.map((part, index) => part + toMarkup(contents[index])).join(''))

function toMarkup(content: Content): string {
  if (content === null || content === undefined || content === false) return ''
  if (content instanceof SafeHtml) return content.markup
  if (typeof content === 'object') return content.map(toMarkup).join('')
  return escapeHtml(String(content))
}
