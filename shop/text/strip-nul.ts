/** PostgreSQL text cannot contain NUL, so a search term must not. */
export const stripNul = (text: string): string => text.replaceAll('\0', '')
