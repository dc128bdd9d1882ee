/** A text by the owner, parsed on the server, so that pages need no parser. */
export type TextInline = string | { strong: TextInline[] } | { href: string; text: TextInline[] }
export type TextBlock =
  | { heading: 2 | 3; text: TextInline[] }
  | { paragraph: TextInline[] }
  /** A list; numbered if it has `start`. */
  | { items: TextBlock[][]; start?: number }
