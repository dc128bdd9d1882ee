/** A text of the owner, parsed on the server, so that pages need no parser. */
export type TextInline = string | { strong: TextInline[] } | { href: string; text: TextInline[] }
export type TextBlock =
  | { heading: 2 | 3; text: TextInline[] }
  | { paragraph: TextInline[] }
  /** With `start` it is numbered. */
  | { items: TextBlock[][]; start?: number }
