import { htmlToText } from '#shop/text/html-to-text.ts'

/** Descriptions that came with HTML before it was converted where it comes in. */
export const withPlainDescription = <Described extends { description: string | null }>(
  described: Described,
): Described => ({
  ...described,
  description: described.description === null ? null : htmlToText(described.description),
})
