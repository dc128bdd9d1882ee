/** Anybody can order or register with anybody's address: what they typed must carry no link of theirs into a stranger's inbox. */

/** Characters that let a text read differently from how it is stored. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const LINK_PATTERN = /[/@:]|[.\u3002]\p{Cf}*[\p{L}\p{N}]/u

/** Whether a mail program may take a part of it for a web page or an address; fullwidth signs count as what they stand for. */
export const containsLink = (text: string): boolean => LINK_PATTERN.test(text.normalize('NFKC'))

/** A name as it may stand in a header or a greeting: one line, or nothing where it looks like a link. */
export function safeName(name: string): string {
  const line = name.replace(BIDI_CONTROLS, '').replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return containsLink(line) ? '' : line
}

/** The same words with room behind every sign that makes a link: they can be read, and no mail program makes them clickable. */
export const defuseLinks = (text: string): string =>
  text
    .replace(BIDI_CONTROLS, '')
    .replace(/([.\u2024\u3002\uFF0E\uFF61])(?=\p{Cf}*[\p{L}\p{N}])/gu, '$1 ')
    .replace(/\s*([@\uFE6B\uFF20])\s*/g, ' $1 ')
    .replace(/([:\uFE13\uFE55\uFF1A])(?=\S)/g, '$1 ')
    .replace(/([/\\\uFF0F\uFF3C])(?=[/\\\uFF0F\uFF3C])/g, '$1 ')
