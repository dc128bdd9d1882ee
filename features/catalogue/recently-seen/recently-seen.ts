import { isValidSlug } from '#shop/text/slug.ts'

export const RECENTLY_SEEN_STORAGE_KEY = 'recently-seen'
export const MAX_RECENTLY_SEEN = 8

/** Slugs, newest first; empty if the stored text is invalid. */
export function parseRecentlySeen(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    const slugs = stored.filter((slug): slug is string => typeof slug === 'string' && isValidSlug(slug))
    return [...new Set(slugs)].slice(0, MAX_RECENTLY_SEEN)
  } catch {
    return []
  }
}

export const withNewestSeen = (slugs: readonly string[], seen: string): string[] =>
  [seen, ...slugs.filter((slug) => slug !== seen)].slice(0, MAX_RECENTLY_SEEN)
