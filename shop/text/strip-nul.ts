/** A text to be looked for: NUL is the one character that PostgreSQL's text cannot hold, and nothing there has one. */
export const stripNul = (text: string): string => text.replaceAll('\0', '')
