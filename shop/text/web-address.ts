const ONE_WORD_WITHOUT_USER = /^https?:\/\/[^\s\p{C}@\\/?#]+(?:[/?#][^\s\p{C}\\]*)?$/iu

/**
 * An address that visitors can be sent to. A name before an `@` would hide where it leads, and URL parsers
 * drop line breaks that pages keep.
 */
export const isWebAddress = (text: string): boolean => ONE_WORD_WITHOUT_USER.test(text)
