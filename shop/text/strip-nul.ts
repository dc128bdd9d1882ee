/** PostgreSQL text cannot contain NUL. */
export const stripNul = (text: string): string => text.replaceAll('\0', '')
