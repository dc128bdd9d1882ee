const MAX_SLUG_LENGTH = 220

/** Replaces everything except letters and digits by hyphens, also at the ends, and removes accents. '-' is not a slug. */
export const toSlug = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')

/** Other texts need no look-up. */
export const isValidSlug = (text: string) =>
  text.length <= MAX_SLUG_LENGTH && /^-?[a-z0-9]+(-[a-z0-9]+)*-?$/.test(text)

/** Slugs that differ only by a hyphen at an end, and are easily confused. */
export function similarSlugs(slug: string): string[] {
  const core = slug.replace(/^-|-$/g, '')
  return [core, `${core}-`, `-${core}`, `-${core}-`].filter((other) => other !== slug)
}
