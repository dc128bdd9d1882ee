/** Anyone can order or register with another person's address, so typed text must not put links into emails. */

/** Characters that make a text look different from what is stored. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
const LINK_PATTERN = /[/@:]|[.\u3002]\p{Cf}*[\p{L}\p{N}]/u

/** Whether an email client may turn part of a text into a link; fullwidth characters count as ASCII. */
export const containsLink = (text: string): boolean => LINK_PATTERN.test(text.normalize('NFKC'))

/** evil[.]example, evil (dot) example, evil . example, evil dot com: readers recognise an address. */
const SPELT_LINK_PATTERN =
  /[[({<]\s*(?:\.|dot|at)\s*[\])}>]|\s\.\s|\bwww\b|\sdot\s+(?:co|com|net|org|uk|info|biz|io|me|app|dev|shop|store|site|online|xyz|top|example)\b/i
const spellsLink = (text: string): boolean =>
  SPELT_LINK_PATTERN.test(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))

/** For a header or greeting: one line, or '' if it looks like a link or spells one. */
export function safeName(name: string): string {
  const line = name
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return containsLink(line) || spellsLink(line) ? '' : line
}

/** Adds spaces after characters that form links, so that email clients do not make them clickable. */
export const defuseLinks = (text: string): string =>
  text
    .replace(BIDI_CONTROLS, '')
    .replace(/([.\u2024\u3002\uFF0E\uFF61])(?=\p{Cf}*[\p{L}\p{N}])/gu, '$1 ')
    .replace(/\s*([@\uFE6B\uFF20])\s*/g, ' $1 ')
    .replace(/([:\uFE13\uFE55\uFF1A])(?=\S)/g, '$1 ')
    .replace(/([/\\\uFF0F\uFF3C])(?=[/\\\uFF0F\uFF3C])/g, '$1 ')
