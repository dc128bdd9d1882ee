export const MAX_SLUG_LENGTH = 220

/**
 * Lowercase, with each run of characters other than letters and digits replaced by a hyphen, also at the ends.
 * Accents are taken off first, so that 'Café' reads 'cafe'; a name without a letter or digit gives '-' and no slug.
 */
export const toSlug = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')

/** Whether a text can be the slug of anything; what it refuses need not be looked up. */
export const isValidSlug = (text: string) => text.length <= MAX_SLUG_LENGTH && /^-?[a-z0-9]+(-[a-z0-9]+)*-?$/.test(text)

/** The slugs that differ from this one only by a hyphen at an end, and are mistaken for it when somebody types or reads one out. */
export function similarSlugs(slug: string): string[] {
  const core = slug.replace(/^-|-$/g, '')
  return [core, `${core}-`, `-${core}`, `-${core}-`].filter((other) => other !== slug)
}
