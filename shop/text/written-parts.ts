import { htmlToText } from './html-to-text.ts'

/** A paragraph with its line ends, or the items of a list. */
export type WrittenPart = string | string[]

const ITEM = /^\s*[-*•·–]\s+(?=\S)/

/** A description for pages, without HTML that was stored before descriptions became plain text. */
export function writtenParts(description: string | null): WrittenPart[] {
  const parts: WrittenPart[] = []
  let isOpen = false
  for (const line of htmlToText(description ?? '').split(/\r?\n/)) {
    const isItem = ITEM.test(line)
    const text = line.replace(ITEM, '').trim()
    const last = isOpen ? parts.at(-1) : undefined
    isOpen = text !== ''
    if (!isOpen) continue
    if (isItem && Array.isArray(last)) last.push(text)
    else if (!isItem && typeof last === 'string') parts[parts.length - 1] = `${last}\n${text}`
    else parts.push(isItem ? [text] : text)
  }
  return parts
}

/** Joins the parts to one line for search engines and shared links. */
export const inOneLine = (parts: readonly WrittenPart[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? part.replaceAll('\n', ' ') : `${part.join(', ')}.`))
    .join(' ')
